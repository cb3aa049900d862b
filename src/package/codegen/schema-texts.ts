import { policyDefinitions, policyKeywords } from '../../derive/schema/policy-schema.ts';
import { editorSchemas } from '../../derive/schema/schema-files.ts';
import type { RuleText } from '../../model/lint/rule-text.ts';

const languageSchema = {
  keywords: policyKeywords(),
  file: policyDefinitions('file'),
  mapping: policyDefinitions('mapping'),
};

/** schemas/*.schema.json. */
export function schemaFiles(rules: readonly RuleText[]): readonly (readonly [string, string])[] {
  const summaries = Object.fromEntries(rules.map(({ id, summary }) => [id, summary]));
  return [...editorSchemas(summaries, languageSchema)].map(([name, schema]) => [
    `schemas/${name}.schema.json`,
    `${JSON.stringify(schema, null, 2)}\n`,
  ]);
}
