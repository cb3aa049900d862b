import type { ScalarNode, YamlDocument, MapNode, Entry } from '../../model/document.ts';
import { entryOf } from '../../derive/yaml/document-tree.ts';
import { orderOf, type KeyOrder } from './key-order.ts';

/** A key behind another one that it should precede. */
export interface MisplacedKey {
  readonly key: ScalarNode;
  /** The first key that it should precede. */
  readonly before: string;
}

/** The first misplaced key of each map of a document whose keys have an order. */
export function misplacedKeys({ root }: YamlDocument): readonly MisplacedKey[] {
  const kind = entryOf(root, 'kind')?.value;
  const order = kind?.type === 'scalar' && typeof kind.value === 'string' ? orderOf(kind.value) : undefined;
  return root?.type === 'map' && order !== undefined ? misplacedIn(root, order) : [];
}

function misplacedIn(map: MapNode, order: KeyOrder): readonly MisplacedKey[] {
  const found: MisplacedKey[] = [];
  const misplaced = firstMisplaced(map.entries, order.keys);
  if (misplaced !== undefined) found.push(misplaced);
  for (const { key, value } of map.entries) {
    const inside = order.inside(String(key.value), map);
    if (inside === undefined || value.type !== 'map' || value.alias !== undefined) continue;
    for (const misplacedKey of misplacedIn(value, inside)) found.push(misplacedKey);
  }
  return found;
}

function firstMisplaced(entries: readonly Entry[], keys: readonly string[]): MisplacedKey | undefined {
  const ranks = entries.map(({ key }) => {
    const rank = keys.indexOf(String(key.value));
    return rank === -1 ? keys.length : rank;
  });
  for (const [index, { key }] of entries.entries()) {
    const rank = ranks[index] ?? 0;
    if (index === 0 || (ranks[index - 1] ?? 0) <= rank) continue;
    const later = entries[ranks.findIndex((other) => other > rank)];
    return { key, before: String(later?.key.value) };
  }
  return undefined;
}
