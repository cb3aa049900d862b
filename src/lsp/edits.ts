import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import type { Edit } from '../model/diagnostic.ts';
import { clientRange } from './protocol/positions.ts';

/** The edit capabilities of a client, and its URIs and versions of files. */
export interface EditClient {
  readonly uriOf: (path: string) => string;
  /** Version of an open file, so that the client rejects an edit of an outdated text; null for a file on disk. */
  readonly versionOf: (path: string) => number | null;
  readonly takesVersions: boolean;
}

/** Combines edits of workspace files into one protocol change. */
export function workspaceEdit(edits: readonly Edit[], client: EditClient): WorkspaceEdit {
  const byPath = new Map<string, TextEdit[]>();
  for (const edit of edits) {
    const { path } = edit.source;
    const known = byPath.get(path) ?? [];
    known.push({ range: clientRange(edit), newText: edit.text });
    byPath.set(path, known);
  }
  const files = [...byPath].sort(([a], [b]) => (a < b ? -1 : 1));
  if (!client.takesVersions)
    return { changes: Object.fromEntries(files.map(([path, list]) => [client.uriOf(path), list])) };
  return {
    documentChanges: files.map(([path, list]): TextDocumentEdit => ({
      textDocument: { uri: client.uriOf(path), version: client.versionOf(path) },
      edits: list,
    })),
  };
}

/** The single edit that turns one text into another; common text at both ends is not touched. */
export function difference(before: string, after: string): Omit<Edit, 'source'> | undefined {
  if (before === after) return undefined;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < most - start && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}
