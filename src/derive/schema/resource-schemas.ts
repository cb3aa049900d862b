import { documentKinds, ownKinds, tableOf } from '../../kinds/documents/index.ts';
import { resource } from '../../kinds/documents/resource.ts';
import { isKindName, kinds } from '../../kinds/index.ts';
import type { Kind } from '../../kinds/kind.ts';
import { documentSchema } from './document-schema.ts';
import { refTo, type Definitions, type JsonSchema } from './json-schema.ts';
import { presetSpecSchema } from './preset-schema.ts';
import { specSchema } from './spec-schema.ts';

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

/** Each kind of document with a one-sentence description. */
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
