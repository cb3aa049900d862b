import { walk } from '../../derive/yaml/document-tree.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { MapNode, Range } from '../../model/document.ts';
import { lastNotAfter } from '../../text/lists/last-not-after.ts';
import { pathAt } from '../locate/in-document.ts';
import type { ShapeFinding } from './shape-finding.ts';

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
    const path = pathAt(root, place.start, place.source);
    // An entry is missing in the map that it was left out of, a value in the map of its key.
    const lacking = walk(root, path).node.type === 'map' ? path : path.slice(0, -1);
    return [{ broken: path, lacking }];
  });
}
