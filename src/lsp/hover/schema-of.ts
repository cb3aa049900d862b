import { refTo, type JsonSchema } from '../../derive/schema/json-schema.ts';
import type { Path } from '../../model/value.ts';
import type { FileRole } from '../file-role.ts';
import { schemaWalk, type Walk } from './schema-walk.ts';

const walks = new WeakMap<JsonSchema, Walk>();

/** Returns a function that finds the schemas at a path of a file; in a resource file, of a document of this kind. */
export function schemaOf(
  schemas: ReadonlyMap<string, JsonSchema>,
  role: FileRole,
  kind: string | undefined,
): (path: Path) => readonly JsonSchema[] {
  const schema = schemas.get(role);
  if (schema === undefined) throw new Error(`there is no schema of a ${role} file`);
  const walk = walks.get(schema) ?? schemaWalk(schema);
  walks.set(schema, walk);
  if (role !== 'resource') return (path) => walk(schema, path);
  const name = `document.${kind ?? ''}`;
  const isKnown = Object.hasOwn(schema['definitions'] as object, name);
  const { allOf: _, ...withoutKinds } = schema;
  return (path) => walk(isKnown ? refTo(name) : withoutKinds, path);
}
