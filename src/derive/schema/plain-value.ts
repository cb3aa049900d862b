import type { DocumentNode } from '../../model/document.ts';
import type { Json } from '../../model/value.ts';

/**
 * A node as plain JSON. Expressions stay unresolved. Whole numbers beyond 2^53 lose digits, but are out of any range
 * anyway.
 */
export function plainValue(node: DocumentNode): Json {
  if (node.type === 'scalar') return typeof node.value === 'bigint' ? Number(node.value) : node.value;
  if (node.type === 'list') {
    const list: Json[] = [];
    for (const item of node.items) list.push(plainValue(item));
    return list;
  }
  const map: Record<string, Json> = {};
  for (const { key, value } of node.entries) {
    const name = typeof key.value === 'string' ? key.value : String(key.value);
    if (name === '__proto__') defineOwn(map, name, plainValue(value));
    else map[name] = plainValue(value);
  }
  return map;
}

function defineOwn(map: object, name: string, value: Json): void {
  Object.defineProperty(map, name, { value, enumerable: true, configurable: true, writable: true });
}
