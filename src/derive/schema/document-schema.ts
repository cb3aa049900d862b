import type {
  DocumentEither,
  DocumentField,
  DocumentString,
  DocumentTable,
  DocumentTexts,
} from '../../kinds/documents/document-field.ts';
import type { Json } from '../../model/value.ts';
import type { JsonSchema } from './json-schema.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** The schema of a `spec`: the fields that depend on the kind. */
export type SpecSchema = JsonSchema;

export function documentSchema({ fields }: DocumentTable, spec: SpecSchema = { type: 'object' }): JsonSchema {
  return fieldSchema({ type: 'group', doc: '', fields }, spec);
}

/** The JSON Schema of a field of an Edgewright document, with its members. */
export function fieldSchema(field: DocumentField, spec: SpecSchema = { type: 'object' }): JsonSchema {
  const description = field.doc === '' ? {} : { description: field.doc };
  const usual = 'default' in field && !isEmptyList(field.default) ? { default: field.default as Json } : {};
  return { ...strict(field, spec), ...usual, ...description };
}

function strict(field: DocumentField, spec: SpecSchema): JsonSchema {
  switch (field.type) {
    case 'kind':
      return field.values.length === 1 ? { const: field.values[0] ?? '' } : { enum: field.values };
    case 'version':
      return { const: field.value };
    case 'word':
      return {
        enum: field.values,
        ...withoutUndefined({ enumDescriptions: field.meanings }),
      };
    case 'string':
      return stringSchema(field);
    case 'texts':
      return textsSchema(field);
    case 'boolean':
      return { type: 'boolean' };
    case 'number':
      return { type: field.isWhole ? 'integer' : 'number', minimum: 0, maximum: field.max };
    case 'list':
      return {
        type: 'array',
        items: fieldSchema(field.item, spec),
        ...withoutUndefined({ minItems: field.ifEmpty === undefined ? undefined : 1 }),
      };
    case 'group': {
      const entries = Object.entries(field.fields);
      const required = entries.filter(([, inner]) => inner.required === true).map(([key]) => key);
      return {
        type: 'object',
        properties: Object.fromEntries(entries.map(([key, inner]) => [key, fieldSchema(inner, spec)])),
        ...(required.length === 0 ? {} : { required }),
        ...(field.exactlyOne === undefined
          ? {}
          : { oneOf: field.exactlyOne.map((key) => ({ required: [key] })) }),
        additionalProperties: false,
      };
    }
    case 'map': {
      const free = field.values.find(({ keys }) => keys === undefined)?.value;
      const named = field.values.flatMap(({ keys, value }) =>
        keys === undefined ? [] : [[keys, fieldSchema(value, spec)] as const],
      );
      return {
        type: 'object',
        ...(named.length === 0 ? {} : { patternProperties: Object.fromEntries(named) }),
        ...mapRest(free, spec),
      };
    }
    case 'either':
      return eitherSchema(field, spec);
    case 'spec':
      return spec;
    case 'any':
      return {};
    case 'document':
      return { type: 'object' };
  }
}

/** The schema for keys that match no pattern; omitted if any value is allowed. */
function mapRest(free: DocumentField | undefined, spec: SpecSchema): JsonSchema {
  if (free === undefined) return { additionalProperties: false };
  return free.type === 'any' ? {} : { additionalProperties: fieldSchema(free, spec) };
}

/** Scalars of other types than a string are texts as they are written. */
function textsSchema({ form, orNull }: DocumentTexts): JsonSchema {
  const scalar = ['string', 'number', 'boolean'];
  const text = { pattern: form.pattern, patternErrorMessage: `must be ${form.is}` };
  return {
    type: [...scalar, 'array', ...(orNull === true ? ['null'] : [])],
    ...text,
    items: { type: scalar, ...text },
    minItems: 1,
  };
}

function stringSchema({ form, longest, orBoolean }: DocumentString): JsonSchema {
  return {
    type: orBoolean === true ? ['string', 'boolean'] : 'string',
    ...(form === undefined ? {} : { pattern: form.pattern, patternErrorMessage: `must be ${form.is}` }),
    ...withoutUndefined({ maxBytes: longest }),
  };
}

/** `if` instead of `anyOf`, which would report one mistake once per branch. */
function eitherSchema({ short, long }: DocumentEither, spec: SpecSchema): JsonSchema {
  const { type: _, ...inGroup } = fieldSchema(long, spec);
  return {
    type: ['string', 'object'],
    ...(short.type === 'word' && short.meanings !== undefined ? { enumDescriptions: short.meanings } : {}),
    if: { type: 'string' },
    then: fieldSchema(short, spec),
    else: inGroup,
  };
}

function isEmptyList(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}
