import { lastNotAfter } from '../../text/ranges.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode, Range, Source, YamlDocument } from '../../model/document.ts';
import {
  isReleased,
  resourcesWithTrees,
  type ReleasedResource,
  type Workspace,
} from '../../model/workspace.ts';
import { entryRange, nodeRange } from '../../edit/document-tree.ts';
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
  const documents = documentsByFile(workspace);
  const addresses = new Map<YamlDocument, string>(
    resourcesWithTrees(workspace).map(({ document, address }) => [document, address]),
  );
  const released = releasedByFile(workspace);
  const readAgain = (path: string): readonly YamlDocument[] => {
    const all = released.get(path)?.map((one) => ({ ...one.readAgain(), address: one.address })) ?? [];
    for (const { document, address } of all) addresses.set(document, address);
    const own = all.map(({ document }) => document);
    documents.set(path, own);
    return own;
  };
  return ({ rule, place }) => {
    const { path } = place.source;
    const own = documents.get(path) ?? readAgain(path);
    const document = own[lastNotAfter(own, place.start, ({ range }) => range.start)];
    const address = document === undefined ? undefined : addresses.get(document);
    const pointer =
      document?.root === undefined ? '' : pointerAt(document.root, place.start, document.source);
    return { rule, of: address === undefined ? { file: path } : { address }, pointer };
  };
}

/** The key as one string, to look up and sort by. */
export function baselineKeyText({ rule, of, pointer }: BaselineKey): string {
  const what = 'address' in of ? `a\0${of.address}` : `f\0${of.file}`;
  return `${what}\0${rule}\0${pointer}`;
}

function releasedByFile({ resources }: Workspace): ReadonlyMap<string, readonly ReleasedResource[]> {
  const byFile = new Map<string, ReleasedResource[]>();
  for (const one of resources) {
    if (!isReleased(one)) continue;
    const own = byFile.get(one.source.path);
    if (own === undefined) byFile.set(one.source.path, [one]);
    else own.push(one);
  }
  return byFile;
}

function documentsByFile(workspace: Workspace): Map<string, readonly YamlDocument[]> {
  const byFile = new Map<string, YamlDocument[]>();
  const all = [workspace.settings.document, ...workspace.yaml];
  for (const { documents } of workspace.environments.values()) all.push(...documents);
  for (const document of all) {
    const { path } = document.source;
    const known = byFile.get(path);
    if (known === undefined) byFile.set(path, [document]);
    else known.push(document);
  }
  return byFile;
}

/** A JSON pointer to the deepest map entry or list item that contains an offset. */
function pointerAt(root: DocumentNode, offset: number, source: Source): string {
  const path: (string | number)[] = [];
  let node: DocumentNode | undefined = root;
  while (node !== undefined) node = stepInto(node, offset, source, path);
  return jsonPointer(path);
}

function stepInto(
  node: DocumentNode,
  offset: number,
  source: Source,
  path: (string | number)[],
): DocumentNode | undefined {
  if (node.type === 'scalar' || node.alias !== undefined) return undefined;
  if (node.type === 'list') {
    const index = lastNotAfter(node.items, offset, (item) => nodeRange(item).start);
    const item = node.items[index];
    if (item === undefined || !isIn(nodeRange(item), offset)) return undefined;
    path.push(index);
    return item;
  }
  const entry = node.entries[lastNotAfter(node.entries, offset, ({ key }) => key.start)];
  if (entry === undefined || !isIn(entryRange(entry, source), offset)) return undefined;
  path.push(String(entry.key.value));
  return entry.value;
}

function isIn({ start, end }: Range, offset: number): boolean {
  return start <= offset && offset < Math.max(end, start + 1);
}
