import type { DocumentNode, ScalarNode } from '../../../model/document.ts';
import type { Path } from '../../../model/value.ts';

/** Every scalar that is written below a node, with its path; what an alias brings in is written elsewhere. */
export function* scalarsIn(node: DocumentNode, path: Path = []): Generator<{ node: ScalarNode; path: Path }> {
  if (node.alias !== undefined) return;
  if (node.type === 'scalar') yield { node, path };
  else if (node.type === 'list') {
    for (const [index, item] of node.items.entries()) yield* scalarsIn(item, [...path, index]);
  } else {
    for (const { key, value } of node.entries) yield* scalarsIn(value, [...path, String(key.value)]);
  }
}
