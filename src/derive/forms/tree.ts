import { isSecretValue } from '../../model/secret.ts';
import type { Json, Value } from '../../model/value.ts';

/** A value with fields of its own. */
export type Tree = Readonly<Record<string, Value>>;

export function isTree(value: Value | Json | undefined): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isSecretValue(value);
}
