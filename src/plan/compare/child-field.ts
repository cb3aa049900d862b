import type { Field } from '../../kinds/field.ts';
import { fieldsOf, itemField } from '../../derive/forms/fields.ts';

/** The field of a nested value: a member of an object, an entry of a map, or an item of a list. */
export function childField(field: Field | undefined, name: string): Field | undefined {
  if (field === undefined) return undefined;
  if (field.type === 'map' || field.type === 'list') return itemField(field);
  return fieldsOf(field)?.[name];
}
