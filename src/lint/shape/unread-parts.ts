import type { Diagnostic } from '../../model/diagnostic.ts';
import { lastNotAfter } from '../../text/last-not-after.ts';
import type { DocumentNode, Entry, MapNode, Range } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';
import { entryWithKey, entryRange, textOfKey, nodeRange } from '../../edit/document-tree.ts';
import type { ShapeFinding } from './policy-form.ts';

/**
 * The parts that the reader reported and left out of the tree: missing fields are not reported in the maps around them.
 * The diagnostics must be those of the file, sorted by position.
 */
export function unreadParts(
  root: MapNode,
  { start, end }: Range,
  diagnostics: readonly Diagnostic[],
): readonly Pick<ShapeFinding, 'broken' | 'lacking'>[] {
  const startOf = ({ place }: Diagnostic): number => place.start;
  const first = lastNotAfter(diagnostics, start - 1, startOf) + 1;
  const last = lastNotAfter(diagnostics, end - 1, startOf) + 1;
  return diagnostics.slice(first, last).flatMap(({ severity, place }) => {
    if (severity !== 'error') return [];
    const path = pathOf(root, place);
    return [{ broken: path, lacking: mapAbove(root, path) }];
  });
}

/** The path of the deepest map entry or list item that contains a place. */
function pathOf(root: MapNode, { source, start }: Diagnostic['place']): Path {
  const path: (string | number)[] = [];
  let node: DocumentNode | undefined = root;
  while (node !== undefined && node.alias === undefined) {
    if (node.type === 'map') {
      const entry: Entry | undefined =
        node.entries[lastNotAfter(node.entries, start, ({ key }) => key.start)];
      if (entry !== undefined && !holds(entryRange(entry, source), start)) return path;
      if (entry !== undefined) path.push(textOfKey(entry));
      node = entry?.value;
    } else if (node.type === 'list') {
      const index: number = lastNotAfter(node.items, start, (item) => nodeRange(item).start);
      const item: DocumentNode | undefined = node.items[index];
      if (item === undefined || !holds(nodeRange(item), start)) return path;
      path.push(index);
      node = item;
    } else node = undefined;
  }
  return path;
}

function holds({ start, end }: Range, offset: number): boolean {
  return start <= offset && offset < Math.max(end, start + 1);
}

/** The map that lacks the part that was left out: an entry is missing in this map, a value in the map of its key. */
function mapAbove(root: MapNode, path: Path): Path {
  let node: DocumentNode | undefined = root;
  for (const step of path) {
    if (node?.type === 'map') node = entryWithKey(node.entries, String(step))?.value;
    else if (node?.type === 'list') node = node.items[Number(step)];
  }
  return node?.type === 'map' ? path : path.slice(0, -1);
}
