import { rememberEach } from '../../text/remember-last.ts';
import type { DocumentField, DocumentTable } from '../../kinds/documents/document-field.ts';
import type { Field, Fields, TextField } from '../../kinds/field.ts';

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
      return plainText(doc);
    case 'boolean':
      return { type: 'boolean', doc, section: '' };
    case 'version':
    case 'number':
      return { type: 'float64', doc, section: '' };
    case 'list':
      return { type: 'list', as: 'set', form: 'opaque', doc, section: '' };
    case 'map':
      return field.values.every(({ value }) => value.type === 'string')
        ? { type: 'map', keyForm: 'opaque', form: 'opaque', doc, section: '' }
        : { type: 'object', fields: {}, doc, section: '' };
    case 'group':
      return { type: 'object', fields: apiLike(field.fields), doc, section: '' };
    case 'spec':
    case 'any':
    case 'document':
      return { type: 'object', fields: {}, doc, section: '' };
  }
}

export function plainText(doc: string): TextField {
  return { type: 'string', form: 'opaque', doc, section: '' };
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
