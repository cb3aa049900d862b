import { isTree } from '../../../derive/forms/tree.ts';
import type { DocumentNode, ScalarNode } from '../../../model/document.ts';
import { SecretReference } from '../../../model/secret-reference.ts';
import type { Json, Path, Value } from '../../../model/value.ts';

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

/** A string in a traffic policy: a key of a mapping or a value. */
export interface PolicyString {
  readonly text: string;
  readonly inside: Path;
}

/** The strings below a part of a policy, keys included. */
export function stringsIn(value: Json | undefined, inside: Path): readonly PolicyString[] {
  if (typeof value === 'string') return [{ text: value, inside }];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((item, index) => stringsIn(item, [...inside, index]));
  return Object.entries(value).flatMap(([key, item]) => [
    { text: key, inside: [...inside, key] },
    ...stringsIn(item, [...inside, key]),
  ]);
}

/**
 * Calls `visit` with each string below a value, and with each text that has secrets in it. Many rules walk every
 * resource like this, so nothing is allocated: `path` changes with the walk, and a caller that keeps it copies it.
 */
export function eachText(
  value: Value | undefined,
  path: (string | number)[],
  visit: (text: string | SecretReference, path: Path) => void,
): void {
  if (typeof value === 'string') visit(value, path);
  else if (typeof value !== 'object' || value === null) return;
  else if (Array.isArray(value)) {
    const items = value as readonly Value[];
    for (let index = 0; index < items.length; index++) {
      path.push(index);
      eachText(items[index], path, visit);
      path.pop();
    }
  } else if (value instanceof SecretReference) visit(value, path);
  else if (isTree(value)) {
    for (const key in value) {
      path.push(key);
      eachText(value[key], path, visit);
      path.pop();
    }
  }
}
