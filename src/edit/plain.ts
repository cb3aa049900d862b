import type { DocumentNode } from '../model/document.ts';
import type { Json } from '../model/value.ts';

/** A node as plain JSON. Expressions stay unresolved. */
export function plainJson(node: DocumentNode): Json {
  if (node.type === 'scalar') return typeof node.value === 'bigint' ? Number(node.value) : node.value;
  if (node.type === 'list') return node.items.map(plainJson);
  return Object.fromEntries(node.entries.map(({ key, value }) => [String(key.value), plainJson(value)]));
}
