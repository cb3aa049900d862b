import { fieldAt } from '../../derive/forms/fields.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Path, Value } from '../../model/value.ts';

/**
 * The API returns 0 for an unset number of a module, which cannot be told from a 0 that was set. Omitting the number
 * keeps the live value; declaring it would set a value (such as a session of 0 seconds) that was never chosen.
 */
export function isUnsetNumber(kind: KindName, value: Value, path: Path): boolean {
  if (value !== 0) return false;
  const type = fieldAt(kind, path)?.type;
  return type === 'uint32' || type === 'int64' || type === 'float64';
}
