import type { JsonSchema } from '../../derive/schema/json-schema.ts';
import type { Json, Path } from '../../model/value.ts';

/** The schemas at a path below a schema, with references resolved and alternatives included. */
export type Walk = (schema: JsonSchema, path: Path) => readonly JsonSchema[];

/** Creates a function that finds the schemas for a path. Conditions are not evaluated: both branches count. */
export function schemaWalk(root: JsonSchema): Walk {
  const definitions = (root['definitions'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const expand = (schema: JsonSchema, words: Json | undefined): readonly JsonSchema[] => {
    const { $ref } = schema;
    const description = words ?? schema['description'];
    if (typeof $ref === 'string') {
      const target = definitions[$ref.slice('#/definitions/'.length)];
      return target === undefined ? [] : expand(target, description);
    }
    const own = description === undefined ? schema : { ...schema, description };
    const branches = [...listOf(schema, 'allOf'), ...listOf(schema, 'anyOf'), ...listOf(schema, 'oneOf')];
    for (const keyword of ['then', 'else']) {
      const branch = schema[keyword];
      if (isSchema(branch)) branches.push(branch);
    }
    return [own, ...branches.flatMap((branch) => expand(branch, description))];
  };
  return (schema, path) =>
    path.reduce<readonly JsonSchema[]>(
      (found, step) => found.flatMap((one) => child(one, step)).flatMap((one) => expand(one, undefined)),
      expand(schema, undefined),
    );
}

function child(schema: JsonSchema, step: string | number): readonly JsonSchema[] {
  if (typeof step === 'number') return isSchema(schema['items']) ? [schema['items']] : [];
  const properties = schema['properties'];
  const own = isSchema(properties) && Object.hasOwn(properties, step) ? properties[step] : undefined;
  if (isSchema(own)) return [own];
  const patterns = Object.entries(isSchema(schema['patternProperties']) ? schema['patternProperties'] : {});
  const fitting = patterns.find(([pattern]) => new RegExp(pattern).test(step))?.[1];
  if (isSchema(fitting)) return [fitting];
  return isSchema(schema['additionalProperties']) ? [schema['additionalProperties']] : [];
}

function listOf(schema: JsonSchema, keyword: string): JsonSchema[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list.filter(isSchema) : [];
}

export function isSchema(value: Json | undefined): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first description among some schemas. */
export function descriptionOf(schemas: readonly JsonSchema[]): string | undefined {
  for (const { description } of schemas) if (typeof description === 'string') return description;
  return undefined;
}
