import type { TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import { asRange, listMember, member, textMember } from './check-params.ts';

/** The changes of a text. Undefined if one of them is malformed, because the others depend on it. */
export function textChanges(params: unknown): readonly TextDocumentContentChangeEvent[] | undefined {
  const changes: TextDocumentContentChangeEvent[] = [];
  for (const change of listMember(params, 'contentChanges')) {
    const text = textMember(change, 'text');
    const range = asRange(member(change, 'range'));
    if (text === undefined || (range === undefined && member(change, 'range') !== undefined))
      return undefined;
    changes.push(range === undefined ? { text } : { range, text });
  }
  return changes;
}
