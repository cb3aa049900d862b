import { documentSchema } from './document-schema.ts';
import { reachable, refTo, type Definitions, type JsonSchema } from './json-schema.ts';
import { documentDefinitions, resourceFileSchema } from './resource-schemas.ts';
import { settingsWithRules } from './validators.ts';
import { moduleDefinitions } from './spec-schema.ts';
import { requestTests } from '../../kinds/documents/request-test.ts';
import { environment } from '../../kinds/documents/environment.ts';
import { kindNames, kinds } from '../../kinds/index.ts';
import { trafficPolicy } from '../../kinds/modules/traffic-modules.ts';
import type { Json } from '../../model/value.ts';
import { isJsonList } from '../../text/json/json-access.ts';

/** The language of traffic policies in schemas: of policy files, and inside mappings of resources. */
export interface LanguageSchema {
  /** The keywords of a mapping that is a policy. */
  readonly keywords: JsonSchema;
  readonly file: Definitions;
  readonly mapping: Definitions;
}

/**
 * The schemas for editors, by file name in `schemas/` (without `.schema.json`). Each is self-contained. `rules` maps
 * the known lint rules to their summaries, for hovers and completions in the settings. `language` is left out where its
 * tables are not loaded for each policy.
 */
export function editorSchemas(
  rules: Readonly<Record<string, string>>,
  language?: LanguageSchema,
): ReadonlyMap<string, JsonSchema> {
  const plain: Definitions = { ...moduleDefinitions('editor', ''), ...documentDefinitions('editor') };
  const definitions =
    language === undefined ? plain : { ...withPolicies(plain, language.keywords), ...language.mapping };
  const file = (name: string, title: string, schema: JsonSchema): [string, JsonSchema] => [
    name,
    { ...heading(name, title), ...schema, ...needed(schema, definitions) },
  ];
  const files: [string, JsonSchema][] = [
    ...kindNames.map((name) =>
      file(name, `Edgewright: ${kinds[name].title}`, {
        description: kinds[name].doc,
        allOf: [refTo(`document.${name}`)],
      }),
    ),
    file('environment', 'Edgewright: an environment', documentSchema(environment)),
    file('resource', 'Edgewright: a resource', resourceFileSchema()),
    file('test', 'Edgewright: tests of what requests get', documentSchema(requestTests)),
    ...(language === undefined ? [] : [policyFile(language)]),
    ['settings', { ...heading('settings', 'Edgewright: edgewright.yaml'), ...settingsWithRules(rules) }],
  ];
  return new Map(files.map(([name, schema]) => [name, withMarkdown(schema)]));
}

function policyFile({ keywords, file }: LanguageSchema): [string, JsonSchema] {
  const title = 'Edgewright: a traffic policy in a file of its own';
  return [
    'traffic-policy',
    { ...heading('traffic-policy', title), type: 'object', ...keywords, definitions: file },
  ];
}

/** The same definitions, in which a policy that is a mapping is one of the language. */
function withPolicies(definitions: Definitions, keywords: JsonSchema): Definitions {
  const fields = [
    ...kindNames.map((name) => [`spec.${name}`, 'traffic_policy'] as const),
    [trafficPolicy.writeShape, 'value'] as const,
  ];
  const changed = fields.flatMap(([name, field]) => {
    const definition = definitions[name];
    const properties = definition?.['properties'] as Definitions | undefined;
    const policy = properties?.[field];
    if (definition === undefined || policy === undefined || policy['$ref'] !== undefined) return [];
    return [
      [name, { ...definition, properties: { ...properties, [field]: { ...policy, ...keywords } } }] as const,
    ];
  });
  return { ...definitions, ...Object.fromEntries(changed) };
}

function heading(name: string, title: string): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `urn:edgewright:schema:${name}:1`,
    title,
  };
}

function needed(schema: JsonSchema, definitions: Definitions): JsonSchema {
  const names = reachable(schema, definitions);
  return names.length === 0
    ? {}
    : { definitions: Object.fromEntries(names.map((name) => [name, definitions[name] ?? {}])) };
}

/**
 * The same schema with `markdownDescription` beside each description that contains Markdown: editors show the backticks
 * of a plain description literally.
 */
function withMarkdown(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).flatMap(([keyword, value]) => entries(keyword, value)));
}

function entries(keyword: string, value: Json): readonly [string, Json][] {
  if (keyword === 'description' && typeof value === 'string')
    return /[`*_<\n]/.test(value)
      ? [
          [keyword, value],
          ['markdownDescription', value],
        ]
      : [[keyword, value]];
  return [[keyword, inside(value)]];
}

function inside(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isJsonList(value)) return value.map(inside);
  return withMarkdown(value);
}
