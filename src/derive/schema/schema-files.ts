import { environment } from '../../kinds/documents/environment.ts';
import { kindNames, kinds } from '../../kinds/index.ts';
import { documentSchema } from './document-schema.ts';
import { withMarkdown } from './markdown-words.ts';
import { reachable, refTo, type Definitions, type JsonSchema } from './json-schema.ts';
import { documentDefinitions, resourceFileSchema } from './resource-schemas.ts';
import { settingsWithRules } from './settings-schema.ts';
import { moduleDefinitions } from './spec-schema.ts';

/**
 * The schemas for editors, by file name in `schemas/` (without `.schema.json`). Each is self-contained. `rules` maps
 * the known lint rules to their summaries, for hovers and completions in the settings.
 */
export function editorSchemas(rules: Readonly<Record<string, string>>): ReadonlyMap<string, JsonSchema> {
  const definitions: Definitions = { ...moduleDefinitions('editor', ''), ...documentDefinitions('editor') };
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
    ['settings', { ...heading('settings', 'Edgewright: edgewright.yaml'), ...settingsWithRules(rules) }],
  ];
  return new Map(files.map(([name, schema]) => [name, withMarkdown(schema)]));
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
