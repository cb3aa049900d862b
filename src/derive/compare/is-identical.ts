import { isSecretValue } from '../../model/secret-reference.ts';
import type { Value } from '../../model/value.ts';

/** Structural equality without normalization: the fast path. Secrets are identical only to themselves. */
export function isIdentical(left: Value | undefined, right: Value | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    for (let index = 0; index < left.length; index++) {
      if (!isIdentical(left[index] as Value, right[index] as Value)) return false;
    }
    return true;
  }
  if (isSecretValue(left) || isSecretValue(right) || Array.isArray(right)) return false;
  const a = left as Readonly<Record<string, Value>>;
  const b = right as Readonly<Record<string, Value>>;
  let count = 0;
  for (const key in a) {
    count++;
    if (!isIdentical(a[key], b[key])) return false;
  }
  for (const _ in b) count--;
  return count === 0;
}
