import type { DocumentField, DocumentTable } from '../../kinds/documents/document-field.ts';
import type { Field, Fields, ListField, MapField, TextField } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Path } from '../../model/value.ts';
import { rememberEach } from '../../text/remember-last.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

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

/** The path inside a spec, from a path in `spec` or in an environment's overrides; undefined for any other path. */
export function specPath(path: Path): Path | undefined {
  if (path[0] === 'spec') return path.slice(1);
  return path[0] === 'overrides' && path.length > 1 ? path.slice(2) : undefined;
}

/** The fields inside a module or object; undefined for everything else. */
export function fieldsOf(field: Field): Fields | undefined {
  if (field.type === 'module') return field.module.fields;
  if (field.type === 'object') return field.fields;
  return undefined;
}

/** Whether a field has the text of a traffic policy. */
export function isPolicyField(field: Field | undefined): boolean {
  return field?.type === 'string' && field.form === 'traffic-policy';
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
    ...withoutUndefined({ refersTo, knownValues }),
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

/** The keys of an Edgewright document as API fields, for code that handles both alike. */
export const fieldsOfDocument = rememberEach(({ fields }: DocumentTable): Fields => apiLike(fields));

function apiLike(fields: DocumentTable['fields']): Fields {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, fieldLike(field)]));
}

function fieldLike(field: DocumentField): Field {
  const { doc } = field;
  switch (field.type) {
    case 'kind':
    case 'word':
      return { ...plainText(doc), values: field.values };
    case 'string':
    case 'either':
    case 'texts':
      return plainText(doc);
    case 'boolean':
      return { type: 'boolean', doc };
    case 'version':
    case 'number':
      return { type: 'float64', doc };
    case 'list':
      return { type: 'list', as: 'set', form: 'opaque', doc };
    case 'map':
      return field.values.every(({ value }) => value.type === 'string')
        ? { type: 'map', keyForm: 'opaque', form: 'opaque', doc }
        : { type: 'object', fields: {}, doc };
    case 'group':
      return { type: 'object', fields: apiLike(field.fields), doc };
    case 'spec':
    case 'any':
    case 'document':
      return { type: 'object', fields: {}, doc };
  }
}

export function plainText(doc: string): TextField {
  return { type: 'string', form: 'opaque', doc };
}

/** The field at a path of a document; list indexes and map keys are skipped. */
export function documentFieldAt(
  fields: DocumentTable['fields'],
  [step, ...rest]: readonly (string | number)[],
): DocumentField | undefined {
  const field = typeof step === 'string' && Object.hasOwn(fields, step) ? fields[step] : undefined;
  return field && inside(field, rest);
}

function inside(field: DocumentField, path: readonly (string | number)[]): DocumentField | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return field;
  if (field.type === 'list') return inside(field.item, typeof step === 'number' ? rest : path);
  if (field.type === 'group') return documentFieldAt(field.fields, path);
  if (field.type === 'either') return inside(field.long, path);
  if (field.type !== 'map') return undefined;
  const fit = field.values.find(({ keys }) => keys === undefined || new RegExp(keys).test(String(step)));
  return fit && inside(fit.value, rest);
}
