import { isJsonMap } from '../../text/json/json-access.ts';
import type { Json } from '../../model/value.ts';

/** A JSON Schema, draft-07, as plain JSON. */
export type JsonSchema = { readonly [keyword: string]: Json };

/** Schemas by their name in `#/definitions/<name>`. */
export type Definitions = Readonly<Record<string, JsonSchema>>;

export function refTo(name: string): JsonSchema {
  return { $ref: `#/definitions/${name}` };
}

/** The names of the definitions that a schema uses, directly or not, sorted. */
export function reachable(schema: JsonSchema, definitions: Definitions): readonly string[] {
  const found = new Set<string>();
  const visit = (value: Json): void => {
    for (const name of refsIn(value)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(definitions[name] ?? {});
    }
  };
  visit(schema);
  return [...found].sort();
}

function refsIn(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === '$ref' && typeof item === 'string' ? [item.slice('#/definitions/'.length)] : refsIn(item),
  );
}

const mapsOfSchemas = new Set(['properties', 'patternProperties', 'definitions']);
const forPeople = new Set([
  'title',
  'description',
  'examples',
  'default',
  'patternErrorMessage',
  'enumDescriptions',
]);

/** The same schema without the keywords meant only for people and editors. */
export function withoutWords(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema).filter(([keyword]) => !forPeople.has(keyword));
  return Object.fromEntries(entries.map(([keyword, value]) => [keyword, plainKeyword(keyword, value)]));
}

function plainKeyword(keyword: string, value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (mapsOfSchemas.has(keyword)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, schema]) => [name, withoutWords(schema as JsonSchema)]),
    );
  }
  if (!Array.isArray(value)) return keyword === 'const' ? value : withoutWords(value as JsonSchema);
  return value.map((item: Json) => (isSchema(item) ? withoutWords(item) : item));
}

export function isSchema(value: Json | undefined): value is JsonSchema {
  return isJsonMap(value);
}
