import type { DocumentField, DocumentFields } from '../../kinds/documents/document-field.ts';
import { settings } from '../../kinds/documents/settings.ts';
import { severitySettings } from '../../kinds/documents/words.ts';
import { documentSchema, fieldSchema } from './document-schema.ts';
import { refTo, type JsonSchema } from './json-schema.ts';

/** The schema of edgewright.yaml. */
export const settingsSchema = documentSchema(settings);

/** The same with the known rules listed, for completion and hovers in an editor. */
export function settingsWithRules(known: Readonly<Record<string, string>>): JsonSchema {
  const { rules } = settings.fields.lint.fields;
  const [{ value: setting }] = rules.values;
  const named = {
    ...fieldSchema(rules),
    properties: Object.fromEntries(
      Object.entries(known).map(([id, summary]) => [id, { ...refTo('rule'), description: summary }]),
    ),
    additionalProperties: refTo('rule'),
  };
  const schema = documentSchema({ ...settings, fields: withRulesApart(settings.fields) }, refTo('rules'));
  // Includes the severities as `examples`: editors offer no values from branches.
  const rule: JsonSchema = { ...fieldSchema(setting), examples: severitySettings };
  return { ...schema, definitions: { rule, rules: named } };
}

/** The same fields, with each map of rules replaced by a reference: its schema is long and defined once. */
function withRulesApart(fields: DocumentFields): DocumentFields {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, apart(field)]));
}

function apart(field: DocumentField): DocumentField {
  if (field.type === 'group') return { ...field, fields: withRulesApart(field.fields) };
  if (field.type === 'list') return { ...field, item: apart(field.item) };
  if (field.type !== 'map' || field.keys !== 'rule') return field;
  return { type: 'spec', doc: '', ...(field.required === undefined ? {} : { required: true }) };
}
