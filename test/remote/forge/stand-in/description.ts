import { Ajv, type ValidateFunction } from 'ajv';
import type { Json, JsonObject } from '../../../../src/model/value.ts';

/** A published description of an API (OpenAPI 3.0), or an extract of one. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: JsonObject;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: JsonObject;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: JsonObject }>>;
}

type RequestBody = Content & { readonly required?: boolean };

interface DescribedOperation {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: RequestBody | { readonly $ref: string };
  readonly responses: Readonly<Record<string, Content | { readonly $ref: string }>>;
}

/** One operation of a description, found by a request. */
export interface Operation {
  readonly name: string;
  /** What the description says against the request. */
  readonly problems: (query: URLSearchParams, body: Json | undefined) => readonly string[];
  /** What it says against a response of ours. */
  readonly answerProblems: (status: number, body: Json | undefined) => readonly string[];
  /** A response with the required fields, and these values in it. */
  readonly sample: (status: number, values: Json) => Json;
}

export interface Description {
  readonly operation: (method: string, path: string) => Operation | undefined;
}

export function description(document: ApiDocument): Description {
  const root = convert(document as unknown as Json) as unknown as ApiDocument;
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: 'api', components: root.components });
  const compiled = new Map<JsonObject, ValidateFunction>();
  const problemsOf = (schema: JsonObject, value: unknown, of: string): readonly string[] => {
    const validate = compiled.get(schema) ?? ajv.compile(withBase(schema) as JsonObject);
    compiled.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => `${of}${error.instancePath}: ${error.message ?? ''}`);
  };
  return {
    operation: (method, path) => {
      const found = findPath(root, method.toLowerCase(), path);
      return found && describe(root, { ...found, problemsOf, name: `${method} ${found.template}` });
    },
  };
}

interface Found {
  readonly template: string;
  readonly operation: DescribedOperation;
  readonly shared: readonly (Parameter | { readonly $ref: string })[];
  readonly values: Readonly<Record<string, string>>;
}

function findPath({ paths }: ApiDocument, method: string, path: string): Found | undefined {
  // A fixed segment comes before a variable one.
  const templates = Object.keys(paths).sort((a, b) => count(a) - count(b));
  for (const template of templates) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
    const values = pattern.exec(path)?.slice(1).map(decodeURIComponent);
    const operation = paths[template]?.[method] as DescribedOperation | undefined;
    if (values === undefined || operation === undefined) continue;
    const shared = (paths[template]?.['parameters'] ?? []) as Found['shared'];
    const byName = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
    return { template, operation, shared, values: byName };
  }
  return undefined;
}

function count(template: string): number {
  return template.split('{').length;
}

type ProblemsOf = (schema: JsonObject, value: unknown, of: string) => readonly string[];

function describe(
  root: ApiDocument,
  found: Found & { readonly name: string; readonly problemsOf: ProblemsOf },
): Operation {
  const { name, operation, shared, values, problemsOf } = found;
  const parameters = [...shared, ...(operation.parameters ?? [])].map((each) =>
    resolved<Parameter>(root, each),
  );
  const answer = (status: number): Content =>
    resolved<Content>(root, operation.responses[status] ?? operation.responses['default'] ?? {});
  return {
    name,
    problems: (query, body) => [
      ...parameters
        .filter((each) => each.in === 'path')
        .flatMap((each) => problemsOf(each.schema, typed(each.schema, values[each.name] ?? ''), each.name)),
      ...[...query.keys()]
        .filter((key) => !parameters.some((each) => each.in === 'query' && each.name === key))
        .map((key) => `the query has \`${key}\`, which the description does not know`),
      ...parameters
        .filter((each) => each.in === 'query' && query.has(each.name))
        .flatMap((each) =>
          problemsOf(each.schema, typed(each.schema, query.get(each.name) ?? ''), each.name),
        ),
      ...bodyProblems(root, operation, { body, problemsOf }),
    ],
    answerProblems: (status, body) => {
      if (operation.responses[status] === undefined) return [`${status} is not described`];
      const schema = schemaIn(answer(status));
      if (schema === undefined)
        return body === undefined ? [] : [`${status} has a body that is not described`];
      return problemsOf(schema, body, String(status));
    },
    sample: (status, value) => merged(sampleOf(root, schemaIn(answer(status)) ?? {}, value), value),
  };
}

function bodyProblems(
  root: ApiDocument,
  { requestBody: described }: DescribedOperation,
  { body, problemsOf }: { readonly body: Json | undefined; readonly problemsOf: ProblemsOf },
): readonly string[] {
  const requestBody = described && resolved<RequestBody>(root, described);
  const schema = requestBody && schemaIn(requestBody);
  if (schema === undefined) return body === undefined ? [] : ['the request has a body'];
  if (body === undefined) return requestBody?.required === true ? ['the request has no body'] : [];
  const known = propertyNames(root, schema);
  const strange = Object.keys(body as JsonObject).filter((name) => known.size > 0 && !known.has(name));
  return [...strange.map((name) => `the body has \`${name}\``), ...problemsOf(schema, body, 'body')];
}

function propertyNames(root: ApiDocument, schema: JsonObject): ReadonlySet<string> {
  const {
    properties = {},
    oneOf = [],
    anyOf = [],
  } = resolved<{
    readonly properties?: JsonObject;
    readonly oneOf?: readonly JsonObject[];
    readonly anyOf?: readonly JsonObject[];
  }>(root, schema);
  return new Set([
    ...Object.keys(properties),
    ...[...oneOf, ...anyOf].flatMap((each) => [...propertyNames(root, each)]),
  ]);
}

function schemaIn({ content = {} }: Content): JsonObject | undefined {
  return content['application/json']?.schema;
}

function resolved<To>(root: ApiDocument, value: To | { readonly $ref: string }): To {
  const ref = (value as { readonly $ref?: string }).$ref;
  if (ref === undefined) return value as To;
  const steps = ref.replace(/^#\//, '').split('/');
  const target = steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], root);
  return resolved(root, target as To);
}

/** A parameter is text on the wire. */
function typed(schema: JsonObject, text: string): Json {
  return schema['type'] === 'integer' || schema['type'] === 'number' ? Number(text) : text;
}

/** OpenAPI 3.0 says `nullable`, JSON Schema has a type for it. */
function convert(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(convert);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = value as JsonObject;
  const converted = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, convert(item)]));
  return nullable === true ? { anyOf: [converted, { type: 'null' }] } : converted;
}

function withBase(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(withBase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) =>
      key === '$ref' && typeof item === 'string' ? [key, `api${item}`] : [key, withBase(item)],
    ),
  );
}

/** The least that fits the schema; where there are several ways, the first that is not null. */
function sampleOf(root: ApiDocument, of: JsonObject, value: Json | undefined): Json {
  const schema = resolved<JsonObject>(root, of);
  const ways = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonObject[] | undefined;
  if (ways !== undefined) {
    if (value === undefined && ways.some((way) => way['type'] === 'null')) return null;
    return sampleOf(root, ways[0] ?? {}, value);
  }
  const all = schema['allOf'] as readonly JsonObject[] | undefined;
  if (all !== undefined) return Object.assign({}, ...all.map((each) => sampleOf(root, each, value))) as Json;
  const options = schema['enum'] as readonly Json[] | undefined;
  if (options !== undefined) return options[0] ?? null;
  switch (schema['type'] as string) {
    case 'array':
      return Array.isArray(value)
        ? (value as readonly Json[]).map((item) =>
            merged(sampleOf(root, (schema['items'] ?? {}) as JsonObject, item), item),
          )
        : [];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return false;
    case 'string':
      return 'text';
    default:
      return objectSample(root, schema, value);
  }
}

function objectSample(root: ApiDocument, schema: JsonObject, value: Json | undefined): Json {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>;
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const given = (typeof value === 'object' && value !== null ? value : {}) as JsonObject;
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.has(name) || name in given)
      .map(([name, property]) => [name, sampleOf(root, property, given[name])]),
  );
}

function merged(base: Json, over: Json): Json {
  const isMap = (value: Json): value is JsonObject =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (Array.isArray(base) && Array.isArray(over))
    return over.map((item, index) => merged((base[index] ?? item) as Json, item as Json));
  if (!isMap(base) || !isMap(over)) return over;
  const both = Object.entries(over).map(([key, item]): [string, Json] => [
    key,
    key in base ? merged(base[key] as Json, item) : item,
  ]);
  return { ...base, ...Object.fromEntries(both) };
}
