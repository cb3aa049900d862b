import type { DocumentNode, ScalarNode } from '../../../model/document.ts';
import type { Path } from '../../../model/value.ts';

/** Every scalar below a node, with its path. Aliases are skipped: their content is written at the anchor. */
export function* scalarsIn(node: DocumentNode, path: Path = []): Generator<{ node: ScalarNode; path: Path }> {
  if (node.alias !== undefined) return;
  if (node.type === 'scalar') yield { node, path };
  else if (node.type === 'list') {
    for (const [index, item] of node.items.entries()) yield* scalarsIn(item, [...path, index]);
  } else {
    for (const { key, value } of node.entries) yield* scalarsIn(value, [...path, String(key.value)]);
  }
}
