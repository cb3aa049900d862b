import { kindNames } from '../../kinds/index.ts';
import type { Json } from '../../model/value.ts';
import { environmentSchema } from '../schema/environment-schema.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { documentDefinitions, kindSentences } from '../schema/resource-schemas.ts';
import { policySchema, settingsSchema } from '../schema/settings-schema.ts';
import { policyTestSchema } from './policy-test-schema.ts';
import * as examples from './document-examples.ts';

/** A document or file of a workspace that `explain` knows, beside the kinds of the API. */
export interface ExplainedDocument {
  /** What `explain` calls it: `settings`. */
  readonly name: string;
  /** What else it is asked for by: `edgewright.yaml`. */
  readonly aliases: readonly string[];
  readonly title: string;
  readonly doc: string;
  /** The file it is written in. */
  readonly file: string;
  readonly schema: JsonSchema;
  /** A whole one; of a field its part is shown. */
  readonly example: Json;
  /** What the example of a field has beside it, in the order of `example`. */
  readonly always: readonly string[];
  /** Commands that tell more. */
  readonly readOn: readonly string[];
}

const definitions = documentDefinitions('editor');
const resourceFiles = 'a file that `resources:` of edgewright.yaml matches, such as resources/shop.yaml';

function ofResources(
  name: 'preset' | 'removed' | 'approval',
  example: Json,
  more: Pick<ExplainedDocument, 'aliases' | 'readOn'>,
): ExplainedDocument {
  const schema = withoutFields(definitions[`document.${name}`] ?? {});
  const doc = kindSentences[name] ?? '';
  return {
    name,
    title: `kind: ${name}`,
    doc,
    file: resourceFiles,
    schema,
    example,
    always: Object.keys(schema.properties as object),
    ...more,
  };
}

/** The fields of a spec are those of the kinds, which are explained as such. */
function withoutFields(schema: JsonSchema): JsonSchema {
  const keys = schema.properties as Readonly<Record<string, JsonSchema>>;
  if (keys.spec === undefined) return schema;
  const spec = { type: 'object', description: keys.spec.description ?? '' };
  return { ...schema, properties: { ...keys, spec } };
}

/** The keys that all kinds have, of none in particular. */
function resourceSchema(): JsonSchema {
  const schema = definitions['document.https-route'] ?? {};
  const keys = schema.properties as Readonly<Record<string, JsonSchema>>;
  return {
    ...schema,
    properties: {
      ...keys,
      kind: { enum: kindNames, description: 'What the resource is.' },
      name: { ...keys.name, description: 'The name of the resource; `<kind>/<name>` is its address.' },
      spec: { type: 'object', description: 'What is sent to the API: the fields of the kind.' },
    },
  };
}

/** In the order in which a reader meets them. */
export const explainedDocuments: readonly ExplainedDocument[] = [
  {
    name: 'settings',
    aliases: ['edgewright.yaml', 'edgewright'],
    title: 'edgewright.yaml',
    doc: 'The settings of a workspace; the folder that has this file is one.',
    file: 'edgewright.yaml',
    schema: settingsSchema,
    example: examples.settings,
    always: [],
    readOn: ['edgewright schema settings', 'edgewright rules', 'edgewright explain policy'],
  },
  {
    name: 'environment',
    aliases: ['environments', 'environments/<name>.yaml'],
    title: 'environments/<name>.yaml',
    doc: 'What differs from one environment to another: variables, ids, and what is adopted. An empty file is an environment, too.',
    file: 'environments/<name>.yaml, or the files of environments/<name>/',
    schema: environmentSchema,
    example: examples.environment,
    always: [],
    readOn: ['edgewright schema environment', 'edgewright pull --help'],
  },
  {
    name: 'resource',
    aliases: ['resources', 'document'],
    title: 'what is beside `spec`',
    doc: 'The keys that a document of each kind has beside the fields of its kind: its name, where it exists, and what it shares.',
    file: resourceFiles,
    schema: resourceSchema(),
    example: examples.resource,
    always: ['kind', 'name', 'spec'],
    readOn: [
      'edgewright explain endpoint',
      'edgewright explain https-route',
      'edgewright explain tls-edge',
      'edgewright schema resource',
    ],
  },
  ofResources('preset', examples.preset, {
    aliases: ['presets'],
    readOn: ['edgewright explain resource.uses', 'edgewright schema resource'],
  }),
  ofResources('removed', examples.removed, {
    aliases: ['removal', 'retire'],
    readOn: ['edgewright explain tls-edge', 'edgewright plan --help'],
  }),
  ofResources('approval', examples.approval, {
    aliases: ['approvals', 'consent'],
    readOn: ['edgewright plan --help', 'edgewright explain settings.safety'],
  }),
  {
    name: 'policy',
    aliases: ['policies', 'lint-policy'],
    title: 'a policy of edgewright.yaml',
    doc: 'A lint rule of your own: an assertion in CEL over every compiled resource. Its id is `policy/<name>`.',
    file: 'edgewright.yaml, under `policies:`',
    schema: policySchema,
    example: examples.policy,
    always: [],
    readOn: ['edgewright explain policy/<name>', 'edgewright explain policy-test'],
  },
  {
    name: 'policy-test',
    aliases: ['policy-tests', 'tests'],
    title: 'a test of policies',
    doc: 'What a policy is expected to say of a resource; `edgewright policy test` tries it.',
    file: 'policies/**/*.test.yaml',
    schema: policyTestSchema,
    example: examples.policyTest,
    always: [],
    readOn: ['edgewright policy test --help', 'edgewright explain policy'],
  },
];
