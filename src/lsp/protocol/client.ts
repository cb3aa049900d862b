import { listMember, member } from './check-params.ts';

/** The capabilities that the client declared at initialization. */
export interface Client {
  readonly takesMarkdownHover: boolean;
  readonly takesMarkdownCompletion: boolean;
  readonly takesVersionedEdits: boolean;
  readonly watchesFiles: boolean;
}

export function clientOf(params: unknown): Client {
  const has = (...names: readonly string[]): boolean => member(params, 'capabilities', ...names) === true;
  const takes = (word: string, ...names: readonly string[]): boolean =>
    listMember(params, 'capabilities', 'textDocument', ...names).includes(word);
  return {
    takesMarkdownHover: takes('markdown', 'hover', 'contentFormat'),
    takesMarkdownCompletion: takes('markdown', 'completion', 'completionItem', 'documentationFormat'),
    takesVersionedEdits: has('workspace', 'workspaceEdit', 'documentChanges'),
    watchesFiles: has('workspace', 'didChangeWatchedFiles', 'dynamicRegistration'),
  };
}
