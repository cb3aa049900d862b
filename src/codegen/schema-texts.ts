import { editorSchemas } from '../derive/schema/schema-files.ts';
import type { RuleText } from '../model/lint/rule-text.ts';

/** schemas/*.schema.json. */
export function schemaFiles(rules: readonly RuleText[]): readonly (readonly [string, string])[] {
  const summaries = Object.fromEntries(rules.map(({ id, summary }) => [id, summary]));
  return [...editorSchemas(summaries)].map(([name, schema]) => [
    `schemas/${name}.schema.json`,
    `${JSON.stringify(schema, null, 2)}\n`,
  ]);
}
