import { nodeRange } from '../../derive/yaml/node-place.ts';
import type { DocumentNode, Place, ScalarNode, Source } from '../../model/document.ts';

/** The place of a scalar's text without its quotes; for an alias the place where it is used. */
export function textPlace(source: Source, node: ScalarNode): Place {
  const { start, end } = nodeRange(node);
  const isQuoted = node.alias === undefined && (node.style === 'single' || node.style === 'double');
  return isQuoted ? { source, start: start + 1, end: end - 1 } : { source, start, end };
}

/** Every scalar below a node. Aliases are skipped: their content is written at the anchor. */
export function* scalarNodes(node: DocumentNode): Generator<ScalarNode> {
  if (node.alias !== undefined) return;
  if (node.type === 'map') for (const { value } of node.entries) yield* scalarNodes(value);
  else if (node.type === 'list') for (const item of node.items) yield* scalarNodes(item);
  else yield node;
}
