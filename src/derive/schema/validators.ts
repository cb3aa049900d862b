import { documentSchema, fieldSchema } from './document-schema.ts';
import { refTo, withoutWords, type Definitions, type JsonSchema } from './json-schema.ts';
import { documentDefinitions } from './resource-schemas.ts';
import { bodySchema, moduleDefinitions } from './spec-schema.ts';
import type { DocumentField, DocumentFields } from '../../kinds/documents/document-field.ts';
import { environment } from '../../kinds/documents/environment.ts';
import { settings } from '../../kinds/documents/settings.ts';
import { severitySettings } from '../../kinds/documents/words.ts';
import type { WriteOperation } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** The schema of edgewright.yaml. */
const settingsSchema = documentSchema(settings);

/** The `$id` of the schema that contains all validators. */
export const validatorsId = 'urn:edgewright:schema:validators';

/** All schemas that are checked at run time as a single one, so that shared parts are compiled once. */
export function validatorsSchema(): JsonSchema {
  const definitions: Definitions = {
    ...moduleDefinitions('file', ''),
    ...documentDefinitions('file'),
    'document.settings': settingsSchema,
    'document.environment': documentSchema(environment),
    ...moduleDefinitions('api', 'body.'),
    ...bodyDefinitions(),
  };
  return { $id: validatorsId, ...withoutWords({ definitions }) };
}

function bodyDefinitions(): Definitions {
  const bodies: Record<string, JsonSchema> = {};
  for (const kind of Object.values(kinds)) {
    for (const operation of operationsWithBody(kind.name)) {
      bodies[`body.${kind.name}.${operation}`] = bodySchema(kind, operation, 'body.');
    }
  }
  return bodies;
}

export function operationsWithBody(kind: KindName): readonly WriteOperation[] {
  return kinds[kind].operations.update === undefined ? ['create'] : ['create', 'update'];
}

/** The names of the validators: `document.preset`, `body.endpoint.create`. */
export function validatorNames(schema: JsonSchema): readonly string[] {
  return Object.keys(schema.definitions as Definitions)
    .filter((name) => /^document\.|^body\..*\.(create|update)$/.test(name))
    .sort();
}

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
  return {
    type: 'spec',
    doc: '',
    ...withoutUndefined({ required: field.required === undefined ? undefined : true }),
  };
}
