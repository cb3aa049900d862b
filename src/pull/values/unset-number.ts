import { fieldAt } from '../../derive/forms/fields.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Path, Value } from '../../model/value.ts';

/**
 * A number of a module that no one set is answered as 0, and nothing tells it from a 0 that someone set. Left out it
 * stays what it is; declared it would be a promise (no seconds of a session) that no one made.
 */
export function isUnsetNumber(kind: KindName, value: Value, path: Path): boolean {
  if (value !== 0) return false;
  const type = fieldAt(kind, path)?.type;
  return type === 'uint32' || type === 'int64' || type === 'float64';
}
