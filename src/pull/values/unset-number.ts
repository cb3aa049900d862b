import { fieldAt } from '../../derive/forms/fields.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Path, Value } from '../../model/value.ts';

/**
 * A number of a module that nobody set is answered as 0, and nothing tells it from a 0 that somebody set. Left out it
 * stays what it is; written down it would be a promise (no seconds of a session) that nobody made.
 */
export function isUnsetNumber(kind: KindName, value: Value, path: Path): boolean {
  if (value !== 0) return false;
  const type = fieldAt(kind, path)?.type;
  return type === 'uint32' || type === 'int64' || type === 'float64';
}
