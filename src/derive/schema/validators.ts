import type { KindName } from '../../kinds/kind.ts';
import type { WriteOperation } from '../../kinds/field.ts';
import { environment } from '../../kinds/documents/environment.ts';
import { kinds } from '../../kinds/index.ts';
import { documentSchema } from './document-schema.ts';
import { withoutWords, type Definitions, type JsonSchema } from './json-schema.ts';
import { documentDefinitions } from './resource-schemas.ts';
import { settingsSchema } from './settings-schema.ts';
import { bodySchema, moduleDefinitions } from './spec-schema.ts';

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

/** The operations of a kind that have a body. */
export function operationsWithBody(kind: KindName): readonly WriteOperation[] {
  return kinds[kind].operations.update === undefined ? ['create'] : ['create', 'update'];
}

/** The names of the validators: `document.preset`, `body.endpoint.create`. */
export function validatorNames(schema: JsonSchema): readonly string[] {
  return Object.keys(schema.definitions as Definitions)
    .filter((name) => /^document\.|^body\..*\.(create|update)$/.test(name))
    .sort();
}
