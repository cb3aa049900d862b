import { isTree } from '../../../derive/forms/tree.ts';
import { SecretReference } from '../../../model/secret.ts';
import type { Path, Value } from '../../../model/value.ts';

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
