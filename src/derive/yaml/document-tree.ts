import type { DocumentNode, Entry, Range } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';
import { textOfKey } from '../../text/key-text.ts';
import { rememberEach } from '../../text/remember-last.ts';

export interface FoundNode {
  readonly node: DocumentNode;
  /** The map entry that has it as its value; undefined for a list item and for the root. */
  readonly entry: Entry | undefined;
  /** The map or list that contains it. */
  readonly parent: DocumentNode | undefined;
  /** Place of the first alias on the path: content below it is written at the anchor. */
  readonly through: Range | undefined;
  /** Number of steps of the path that were found. */
  readonly depth: number;
}

/** Follows a path as far as the tree goes: `depth` shows whether all of it exists. */
export function walk(root: DocumentNode, path: Path): FoundNode {
  let found = foundRoot(root);
  for (const step of path) {
    const { node } = found;
    const entry = node.type === 'map' ? entryWithKey(node.entries, String(step)) : undefined;
    const next =
      entry?.value ?? (node.type === 'list' && typeof step === 'number' ? node.items[step] : undefined);
    if (next === undefined) return found;
    found = foundIn(found, next, entry);
  }
  return found;
}

export function foundRoot(node: DocumentNode): FoundNode {
  return { node, entry: undefined, parent: undefined, through: node.alias, depth: 0 };
}

/** A node in another: the value of an entry of a map, or an item of a list. */
export function foundIn(holder: FoundNode, node: DocumentNode, entry: Entry | undefined): FoundNode {
  const through = holder.through ?? node.alias;
  return { node, entry, parent: holder.node, through, depth: holder.depth + 1 };
}

/** The entry of a map with this key, by the key's YAML value. */
export function entryWithKey(entries: readonly Entry[], key: string): Entry | undefined {
  if (entries.length > maxSearched) return indexOf(entries).get(key);
  for (const entry of entries) if (textOfKey(entry) === key) return entry;
  return undefined;
}

/** The entry of a node with this key; undefined if it is not a map, or has none. */
export function entryOf(node: DocumentNode | undefined, key: string): Entry | undefined {
  return node?.type === 'map' ? entryWithKey(node.entries, key) : undefined;
}

/** Larger maps get an index, since looking up each key by a scan would be quadratic. */
const maxSearched = 32;

const indexOf = rememberEach((entries: readonly Entry[]): ReadonlyMap<string, Entry> => {
  const index = new Map<string, Entry>();
  for (const entry of entries) if (!index.has(textOfKey(entry))) index.set(textOfKey(entry), entry);
  return index;
});

/** Whether a map or list is in block style: it spans lines, so a finding about it points at its key. */
export function isBlock(node: DocumentNode): boolean {
  return node.type !== 'scalar' && !node.flow && node.alias === undefined;
}
