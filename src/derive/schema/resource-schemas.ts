import { documentSchema } from './document-schema.ts';
import { refTo, type Definitions, type JsonSchema } from './json-schema.ts';
import { specSchema } from './spec-schema.ts';
import { orNull } from './value-schema.ts';
import { fieldHover } from './schema-words.ts';
import { documentKinds, ownKinds, tableOf } from '../../kinds/documents/index.ts';
import { resource } from '../../kinds/documents/resource.ts';
import type { Field, Module } from '../../kinds/field.ts';
import { isKindName, kinds } from '../../kinds/index.ts';
import type { Kind } from '../../kinds/kind.ts';

/** The definitions of all documents that a resource file may have, as `document.<kind>`. */
export function documentDefinitions(audience: 'file' | 'editor'): Definitions {
  const documents: Record<string, JsonSchema> = {};
  for (const kind of Object.values(kinds)) {
    documents[`spec.${kind.name}`] = specSchema(kind.fields, audience);
    documents[`document.${kind.name}`] = resourceSchema(kind);
  }
  for (const table of Object.values(ownKinds))
    documents[`document.${table.name}`] = documentSchema(table, presetSpecSchema(audience));
  return documents;
}

/** All kinds have the same resource keys; their descriptions depend on the kind. */
function resourceSchema(kind: Kind): JsonSchema {
  const { fields } = resource;
  const of = {
    ...resource,
    fields: {
      ...fields,
      kind: { ...fields.kind, values: [kind.name], doc: kindSentences[kind.name] ?? '' },
      spec: { ...fields.spec, doc: `${kind.doc} API ${kind.section}` },
    },
  };
  return documentSchema(of, refTo(`spec.${kind.name}`));
}

export const kindSentences: Readonly<Record<string, string>> = Object.fromEntries(
  documentKinds.map((name) => {
    if (!isKindName(name)) return [name, tableOf(name).doc];
    const { title, doc } = kinds[name];
    return [name, `${title.startsWith('HTTPS') ? 'An' : 'A'} ${title}. ${doc}`];
  }),
);

/** One document of a resource file, dispatched by its `kind`. */
export function resourceFileSchema(): JsonSchema {
  return {
    type: 'object',
    required: ['kind'],
    properties: {
      kind: {
        enum: documentKinds,
        description: documentKinds.map((kind) => `- \`${kind}\`: ${kindSentences[kind] ?? ''}`).join('\n'),
      },
    },
    allOf: documentKinds.map((kind) => ({
      if: { required: ['kind'], properties: { kind: { const: kind } } },
      then: refTo(`document.${kind}`),
    })),
  };
}

/**
 * The spec of a preset: any field of any kind. If a name differs between kinds, the looser schema applies, since a
 * preset does not state its kind; the resource that uses it is checked when it is compiled.
 */
function presetSpecSchema(audience: 'file' | 'editor'): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const kind of Object.values(kinds)) {
    const { properties: ourProperties } = specSchema(kind.fields, audience) as {
      properties: Record<string, JsonSchema>;
    };
    for (const [name, schema] of Object.entries(ourProperties))
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
