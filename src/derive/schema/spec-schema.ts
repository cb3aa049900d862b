import type { Field, Fields, Module, WriteOperation } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { Kind } from '../../kinds/kind.ts';
import { fieldsOf, writableFields } from '../forms/fields.ts';
import { refTo, type Definitions, type JsonSchema } from './json-schema.ts';
import { forAudience, orNull, valueSchema, type Audience } from './value-schema.ts';
import { fieldHover } from './schema-words.ts';

/** The definitions of all modules and the objects in them; `prefix` separates the audiences. */
export function moduleDefinitions(audience: Audience, prefix: string): Definitions {
  const found: Record<string, JsonSchema> = {};
  for (const kind of Object.values(kinds)) {
    for (const field of Object.values(kind.fields)) {
      if (field.type !== 'module') continue;
      const name = `${prefix}${field.module.writeShape}`;
      found[name] = objectSchema(name, field, { audience, found });
    }
  }
  return found;
}

/** Objects with the same fields share one definition: seven of the eight OAuth providers do. */
function define(name: string, field: Field, schemas: SchemasFor): string {
  const { found } = schemas;
  const schema = objectSchema(name, field, schemas);
  const same = Object.keys(found).find((other) => JSON.stringify(found[other]) === JSON.stringify(schema));
  found[same ?? name] = schema;
  return same ?? name;
}

/** The definitions found so far, and for whom they are. */
interface SchemasFor {
  readonly audience: Audience;
  readonly found: Record<string, JsonSchema>;
}

function objectSchema(name: string, field: Field, schemas: SchemasFor): JsonSchema {
  const { audience } = schemas;
  const properties: Record<string, JsonSchema> = {};
  for (const [key, inner] of writableFields(fieldsOf(field) ?? {}, 'create')) {
    if (fieldsOf(inner) === undefined) properties[key] = valueSchema(inner, audience);
    else properties[key] = reference(define(`${name}.${key}`, inner, schemas), inner, audience);
  }
  const schema = { type: 'object', properties, additionalProperties: false };
  if (audience === 'api')
    return field.type === 'module' ? { ...schema, ...requiredWhenEnabled(field.module) } : schema;
  if (audience === 'file') return schema;
  const { description: _, ...open } = forAudience(field, schema, audience);
  return field.type === 'module' ? orNull(open, audience) : open;
}

function reference(name: string, field: Field, audience: Audience): JsonSchema {
  if (audience === 'editor') return { ...refTo(name), description: fieldHover(field) };
  // The API returns null for a provider that is not set, and accepts it back.
  return audience === 'file' ? { unlessVariable: refTo(name) } : { unlessNull: refTo(name) };
}

/** A disabled module needs no required fields, so that it can be disabled without them. */
function requiredWhenEnabled(module: Module): JsonSchema {
  const names = Object.keys(module.fields).filter((name) => module.fields[name]?.required === true);
  if (names.length === 0) return {};
  return {
    if: { required: ['enabled'], properties: { enabled: { const: false } } },
    else: { required: names },
  };
}

/**
 * The schema of `spec` and of each override: the write form and the parent's id. Layers complete it: all is optional.
 */
export function specSchema(fields: Fields, audience: 'file' | 'editor'): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.readOnly !== true) properties[name] = topLevel(field, audience);
  }
  return { type: 'object', properties, additionalProperties: false };
}

function topLevel(field: Field, audience: 'file' | 'editor'): JsonSchema {
  if (field.type !== 'module') return orNull(valueSchema(field, audience), audience);
  const schema = reference(field.module.writeShape, field, audience);
  return audience === 'file' ? { unlessNull: schema } : schema;
}

/** The schema of a request body, exactly as the API accepts it: only modules may be null. */
export function bodySchema(kind: Kind, operation: WriteOperation, prefix: string): JsonSchema {
  const fields = writableFields(kind.fields, operation);
  const properties = fields.map(([name, field]) => [
    name,
    field.type === 'module'
      ? { unlessNull: refTo(`${prefix}${field.module.writeShape}`) }
      : valueSchema(field, 'api'),
  ]);
  const required =
    operation === 'create' ? fields.filter(([, field]) => field.required === true).map(([name]) => name) : [];
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as JsonSchema,
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
  };
}
