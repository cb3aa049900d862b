import type { Fields } from '../../kinds/field.ts';

/** The fields that a policy can read. */
export function visibleFields(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => (field.readOnly === true ? [] : [name]));
}
