import type { Field, Module } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { JsonSchema } from './json-schema.ts';
import { refTo } from './json-schema.ts';
import { specSchema } from './spec-schema.ts';
import { orNull } from './value-schema.ts';
import { fieldHover } from './words.ts';

/**
 * The spec of a preset: any field of any kind. If a name differs between kinds, the looser schema applies, since a
 * preset does not state its kind; the resource that uses it is checked when it is compiled.
 */
export function presetSpecSchema(audience: 'file' | 'editor'): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const kind of Object.values(kinds)) {
    const { properties: own } = specSchema(kind.fields, audience) as {
      properties: Record<string, JsonSchema>;
    };
    for (const [name, schema] of Object.entries(own))
      properties[name] ??= fieldOfPreset(name, schema, audience);
  }
  return { type: 'object', properties, additionalProperties: false };
}

function fieldOfPreset(name: string, schema: JsonSchema, audience: 'file' | 'editor'): JsonSchema {
  const all = Object.values(kinds).flatMap((kind) => kind.fields[name] ?? []);
  const text = all.find((field) => field.type === 'string');
  const module = all.find((field) => field.type === 'module');
  if (text !== undefined && module !== undefined) return textOrModule(text, module.module, audience);
  const isLimited = (field: Field): boolean => field.type === 'string' && field.maxBytes !== undefined;
  if (!all.some(isLimited) || all.every(isLimited)) return schema;
  return audience === 'file'
    ? { unlessNull: { type: 'string' } }
    : { type: ['string', 'null'], description: all[0]?.doc ?? '' };
}

/** `traffic_policy`: a string or mapping with the policy (endpoint), or the module (edge and route). */
function textOrModule(text: Field, module: Module, audience: 'file' | 'editor'): JsonSchema {
  const schema = {
    type: ['string', 'object'],
    if: { type: 'object', anyOf: Object.keys(module.fields).map((name) => ({ required: [name] })) },
    then: refTo(module.writeShape),
  };
  return audience === 'file'
    ? { unlessNull: schema }
    : { ...orNull(schema, audience), description: fieldHover(text) };
}
