import type { Field, TextField } from '../../kinds/field.ts';
import { itemField } from '../forms/fields.ts';
import { anyExpression, wholeSecret, wholeVariable } from './expression-patterns.ts';
import type { JsonSchema } from './json-schema.ts';
import { fieldHover, numberRange, typeInWords } from './schema-words.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/**
 * The reader of a schema. `api`: a request body, exactly as the API accepts it. `file`: our check of user files, in
 * which an expression may replace any value; its errors mention only the literal form. `editor`: the same language in
 * plain draft-07, with descriptions.
 */
export type Audience = 'api' | 'file' | 'editor';

/** The schema of a field without members, for one audience. */
export function valueSchema(field: Field, audience: Audience): JsonSchema {
  return forAudience(field, strict(field, audience), audience);
}

/** The API's own rules only. */
function strict(field: Field, audience: Audience): JsonSchema {
  switch (field.type) {
    case 'string':
      return text(field, audience);
    case 'boolean':
      return { type: 'boolean' };
    case 'int64':
    case 'uint32':
    case 'float64': {
      const range = numberRange(field);
      const limits = withoutUndefined({ minimum: range?.min, maximum: range?.max });
      return { type: field.type === 'float64' ? 'number' : 'integer', ...limits };
    }
    case 'list':
      return { type: 'array', items: withoutHover(valueSchema(itemField(field), audience)) };
    case 'map':
      return { type: 'object', additionalProperties: withoutHover(valueSchema(itemField(field), audience)) };
    case 'ref':
    case 'object':
    case 'module':
      throw new Error(`a field of type ${field.type} has no value schema`);
  }
}

function text(field: TextField, audience: Audience): JsonSchema {
  const types = [
    'string',
    ...(field.form === 'traffic-policy' && audience !== 'api' ? ['object'] : []),
    ...(field.nullable === true ? ['null'] : []),
  ];
  return {
    type: types.length === 1 ? 'string' : types,
    ...withoutUndefined({ enum: field.values, maxBytes: field.maxBytes }),
  };
}

/** The description of an item would repeat that of its list. */
function withoutHover({ description: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** Adds the audience's parts to the strict schema of a value or object. */
export function forAudience(field: Field, schema: JsonSchema, audience: Audience): JsonSchema {
  switch (audience) {
    case 'api':
      return schema;
    case 'file':
      return field.type === 'string' ? unlessExpression(schema) : { unlessVariable: schema };
    case 'editor':
      return {
        ...(field.type === 'string' ? editorText(field, schema) : orVariable(field, schema)),
        description: fieldHover(field),
      };
  }
}

/** The limits of a string are checked only if it has no expression. */
function unlessExpression({ type, ...limits }: JsonSchema): JsonSchema {
  return {
    type: type ?? 'string',
    ...(Object.keys(limits).length === 0 ? {} : { unlessExpression: limits }),
  };
}

function editorText(field: TextField, { enum: values, ...schema }: JsonSchema): JsonSchema {
  if (field.secret === true) {
    return {
      ...schema,
      pattern: wholeSecret,
      patternErrorMessage: 'write the name of a secret: `$(secret:NAME)`',
    };
  }
  if (values !== undefined) return { ...schema, examples: values, ...unlessHasExpression({ enum: values }) };
  if (field.maxBytes !== undefined)
    return { ...schema, ...unlessHasExpression({ maxLength: field.maxBytes }) };
  return field.knownValues === undefined ? schema : { ...schema, examples: field.knownValues };
}

/**
 * `if` instead of `anyOf`, for which an editor would show the messages of each alternative. yaml-language-server offers
 * no values from branches, so they are `examples` too.
 */
function unlessHasExpression(limits: JsonSchema): JsonSchema {
  return { if: { type: 'string', pattern: anyExpression }, else: limits };
}

function orVariable(field: Field, schema: JsonSchema): JsonSchema {
  return {
    ...schema,
    type: [schema['type'] as string, 'string'],
    pattern: wholeVariable,
    patternErrorMessage: `must be ${typeInWords(field)}, or a variable: \`$(name)\``,
    ...(field.type === 'list' && field.knownValues !== undefined
      ? { items: { ...(schema.items as JsonSchema), examples: field.knownValues } }
      : {}),
  };
}

/** Also allows null for a top-level field: it removes the value of a lower layer. */
export function orNull(schema: JsonSchema, audience: Audience): JsonSchema {
  if (audience === 'file') return { unlessNull: schema };
  const types = [schema['type'] as string | string[]].flat();
  const isLimited = schema['else'] !== undefined;
  return {
    ...schema,
    type: [...types.filter((type) => type !== 'null'), 'null'],
    ...(isLimited ? { if: { type: ['string', 'null'], pattern: anyExpression } } : {}),
  };
}
