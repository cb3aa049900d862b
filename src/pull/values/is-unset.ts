import { fieldAt } from '../../derive/forms/fields.ts';
import { isStatedOn } from '../../derive/module-state.ts';
import { isTree } from '../../derive/forms/tree.ts';
import type { Field } from '../../kinds/field.ts';
import type { KindName } from '../../kinds/kind.ts';
import { defaultNameidFormat } from '../../kinds/modules/login-modules.ts';
import type { Path, Value } from '../../model/value.ts';

/**
 * Whether a value is what the API returns for a field that was never set: an empty string, list or map, the 0 of a
 * number, or a default that the API documents. A file that omits the field means the same, and lint has nothing to say
 * of it; a declared 0 would set a value (such as a session of 0 seconds) that was never chosen.
 */
export function isUnset(kind: KindName, value: Value, path: Path): boolean {
  const name = path.at(-1);
  const field = fieldAt(kind, path);
  const owner = path.length === 1 ? undefined : fieldAt(kind, path.slice(0, -1));
  if (field === undefined || owner?.type === 'list' || owner?.type === 'map') return false;
  if (field.required === true || field.secret === true || field.readOnly === true) return false;
  if (isUnsetNumber(kind, value, path)) return true;
  if (field.type === 'module') return isIdle(kind, value, path);
  if (name === 'enabled') return value === true && owner !== undefined && isStatedOn(owner);
  if (name === 'nameid_format' && value === defaultNameidFormat) return true;
  return isEmpty(field, value) && (field.seen === undefined || field.seen === value);
}

/** Whether a module is on and does nothing: it only has texts, lists and maps, and all of them are empty. */
function isIdle(kind: KindName, value: Value, path: Path): boolean {
  const field = fieldAt(kind, path);
  if (field?.type !== 'module') return false;
  const { role, fields } = field.module;
  const names = Object.keys(fields).filter((name) => name !== 'enabled');
  if (role !== 'transforming' || names.length === 0 || !isTree(value)) return false;
  if (names.some((name) => isUnsetNumber(kind, 0, [...path, name]))) return false;
  return Object.entries(value).every(([name, item]) => isUnset(kind, item, [...path, name]));
}

function isEmpty({ type }: Field, value: Value): boolean {
  if (type === 'string') return value === '';
  if (type !== 'list' && type !== 'map') return false;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

export function isUnsetNumber(kind: KindName, value: Value, path: Path): boolean {
  if (value !== 0) return false;
  const type = fieldAt(kind, path)?.type;
  return type === 'uint32' || type === 'int64' || type === 'float64';
}
