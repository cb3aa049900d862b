import { groupBy } from '../../text/lists/group-by.ts';
import { lastNotAfter } from '../../text/lists/last-not-after.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { YamlDocument } from '../../model/document.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { settingDocuments } from '../domain/specs/documents-in-memory.ts';
import { pathAt } from '../locate/in-document.ts';
import { jsonPointer } from '../../text/pointer.ts';

/**
 * Identifies a finding in a baseline: its rule, and its place in the YAML tree instead of a line number. Findings in a
 * resource document are keyed by the resource address, so that the document may move to another file; all others by
 * their file. The message is not part of the key: numbers and names in it change while the mistake stays.
 */
export interface BaselineKey {
  readonly rule: string;
  /** A resource address, or the path of a file. */
  readonly of: { readonly address: string } | { readonly file: string };
  /** A JSON pointer from the root of the document. */
  readonly pointer: string;
}

export type KeyOf = (diagnostic: Diagnostic) => BaselineKey;

export function keysIn(workspace: Workspace): KeyOf {
  const documents = groupBy([...settingDocuments(workspace), ...workspace.yaml], ({ source }) => source.path);
  const addresses = new Map<YamlDocument, string>(
    workspace.resources.map(({ document, address }) => [document, address]),
  );
  return ({ rule, place }) => {
    const { path } = place.source;
    const fileDocuments = documents.get(path) ?? [];
    const document = fileDocuments[lastNotAfter(fileDocuments, place.start, ({ range }) => range.start)];
    const address = document === undefined ? undefined : addresses.get(document);
    const pointer =
      document?.root === undefined ? '' : jsonPointer(pathAt(document.root, place.start, document.source));
    return { rule, of: address === undefined ? { file: path } : { address }, pointer };
  };
}

/** The key as one string, to look up and sort by. */
export function baselineKeyText({ rule, of, pointer }: BaselineKey): string {
  const what = 'address' in of ? `a\0${of.address}` : `f\0${of.file}`;
  return `${what}\0${rule}\0${pointer}`;
}
