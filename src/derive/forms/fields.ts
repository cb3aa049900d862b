import { rememberEach } from '../../text/remember-last.ts';
import type { Field, Fields, ListField, MapField, TextField } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Path } from '../../model/value.ts';

/** The field at a path of a kind's spec; undefined if there is none, for example inside a traffic policy. */
export function fieldAt(kind: KindName, path: Path): Field | undefined {
  let fields: Fields | undefined = kinds[kind].fields;
  let field: Field | undefined;
  for (const step of path) {
    if (fields === undefined) {
      if (field?.type !== 'list' && field?.type !== 'map') return undefined;
      field = itemField(field);
      continue;
    }
    field = typeof step === 'string' && Object.hasOwn(fields, step) ? fields[step] : undefined;
    if (field === undefined) return undefined;
    fields = fieldsOf(field);
  }
  return field;
}

/** The fields inside a module or object; undefined for everything else. */
export function fieldsOf(field: Field): Fields | undefined {
  if (field.type === 'module') return field.module.fields;
  if (field.type === 'object') return field.fields;
  return undefined;
}

/** `Object.entries`, made once for each table: they are walked for every object of an account. */
export const fieldEntries = rememberEach((fields: Fields): readonly (readonly [string, Field])[] =>
  Object.entries(fields),
);

/** A list item or map value as a field of its own. */
export const itemField = rememberEach((field: ListField | MapField): TextField => {
  const { refersTo, knownValues } = field.type === 'list' ? field : {};
  return {
    type: 'string',
    form: field.form,
    doc: field.doc,
    section: field.section,
    ...(refersTo === undefined ? {} : { refersTo }),
    ...(knownValues === undefined ? {} : { knownValues }),
  };
});

/** The fields that an operation's body can have, by name. `edge_id` of a route is not included: it is in the path. */
export function writableFields(fields: Fields, operation: 'create' | 'update'): readonly [string, Field][] {
  return Object.entries(fields).filter(
    ([, field]) =>
      field.readOnly !== true &&
      field.inPath !== true &&
      (field.writes === undefined || field.writes.includes(operation)),
  );
}
