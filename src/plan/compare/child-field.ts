import type { Field } from '../../kinds/field.ts';
import { fieldsOf, itemField } from '../../derive/forms/fields.ts';

/** The field of what is in another under a name: a member, a header, an item. */
export function childField(field: Field | undefined, name: string): Field | undefined {
  if (field === undefined) return undefined;
  if (field.type === 'map' || field.type === 'list') return itemField(field);
  return fieldsOf(field)?.[name];
}
