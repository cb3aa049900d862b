import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { idPattern, type ReferenceTarget } from '../../kinds/references.ts';
import type { Json, JsonObject, Path } from '../../model/value.ts';
import type { BodyCheck } from '../context.ts';
import { bodyProblems } from '../objects/perform-operation.ts';
import { specOfCreate, textOrEmpty } from '../objects/stored-spec.ts';
import { isKnown, type References } from '../objects/check-references.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import type { Problem } from '../objects/body-problem.ts';

/** The initial state: objects that this API cannot create, and existing ones of its own kinds. */
export interface Fixture {
  readonly references: References;
  readonly objects: readonly FixtureObject[];
}

const referenceLists: Readonly<Record<string, ReferenceTarget>> = {
  https_edges: 'https-edge',
  backends: 'backend',
  ip_policies: 'ip-policy',
  certificate_authorities: 'certificate-authority',
};

const objectLists: Readonly<Record<string, KindName>> = {
  endpoints: 'endpoint',
  tls_edges: 'tls-edge',
  https_routes: 'https-route',
};

/** Without a fixture, any well-formed id is valid and there are no objects. */
export const emptyFixture: Fixture = { references: new Map(), objects: [] };

/**
 * Reads a fixture, or returns its problems with their places. `https_edges`, `backends`, `ip_policies` and
 * `certificate_authorities` are lists of ids: a given list is complete, an absent one accepts any id. `endpoints`,
 * `tls_edges` and `https_routes` are objects in the write form with an `id`; see `readFixtureObject`.
 */
export function readFixture(
  value: unknown,
  checkBody: BodyCheck,
): { readonly fixture: Fixture } | { readonly problems: readonly Problem[] } {
  if (!isJsonMap(value)) return { problems: [{ path: [], message: 'must be a mapping of lists' }] };
  const problems: Problem[] = [];
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(referenceLists, name) && !Object.hasOwn(objectLists, name)) {
      const all = [...Object.keys(referenceLists), ...Object.keys(objectLists)];
      problems.push({ path: [name], message: `is not a list of a fixture; there are ${all.join(', ')}` });
    }
  }
  const references = readReferences(value, problems);
  const objects = Object.entries(objectLists).flatMap(([name, kind]) =>
    itemsOf(value, name, problems).flatMap((item, index) =>
      readFixtureObject(kind, item, { path: [name, index], references, checkBody, problems }),
    ),
  );
  problems.push(...lostRoutes(objects, references), ...doubles(objects));
  return problems.length > 0 ? { problems } : { fixture: { references, objects } };
}

function readReferences(fixture: JsonObject, problems: Problem[]): References {
  const references = new Map<ReferenceTarget, Set<string>>();
  for (const [name, target] of Object.entries(referenceLists)) {
    if (!Object.hasOwn(fixture, name)) continue;
    const ids = new Set<string>();
    for (const [index, id] of itemsOf(fixture, name, problems).entries()) {
      if (typeof id === 'string' && idPattern.test(id)) ids.add(id);
      else problems.push({ path: [name, index], message: 'must be an id: letters, digits, `-` and `_`' });
    }
    references.set(target, ids);
  }
  return references;
}

function itemsOf(fixture: JsonObject, name: string, problems: Problem[]): readonly Json[] {
  const items = fixture[name] ?? [];
  if (Array.isArray(items)) return items as readonly Json[];
  problems.push({ path: [name], message: 'must be a list' });
  return [];
}

function lostRoutes(objects: readonly FixtureObject[], references: References): readonly Problem[] {
  return objects.flatMap(({ kind, edge_id, path }) => {
    const { parent } = kinds[kind];
    if (parent === undefined || (edge_id !== undefined && isKnown(references, parent.kind, edge_id)))
      return [];
    return [{ path: [...path, parent.field], message: 'must be one of `https_edges`' }];
  });
}

function doubles(objects: readonly FixtureObject[]): readonly Problem[] {
  const first = new Map<string, Path>();
  return objects.flatMap(({ kind, id, path }) => {
    const key = `${kind}/${id}`;
    if (first.has(key)) return [{ path: [...path, 'id'], message: 'is declared twice' }];
    first.set(key, path);
    return [];
  });
}

/** An object of a fixture that exists from the start. */
interface FixtureObject {
  readonly kind: KindName;
  readonly id: string;
  readonly edge_id?: string;
  readonly created_at?: string;
  readonly spec: JsonObject;
  readonly answered: JsonObject;
  readonly path: Path;
}

interface Reading {
  readonly path: Path;
  readonly references: References;
  readonly checkBody: BodyCheck;
  readonly problems: Problem[];
}

/**
 * Reads an object in the write form, with `id` and optional read-only fields for responses (the `tunnel` of an
 * ephemeral endpoint). It is checked like the body of a create, except that an endpoint may have any type.
 */
function readFixtureObject(kind: KindName, item: Json, reading: Reading): readonly FixtureObject[] {
  const { path, problems } = reading;
  const found = problems.length;
  if (!isJsonMap(item)) {
    problems.push({ path, message: 'must be a mapping' });
    return [];
  }
  const { id, edge_id, created_at, answered, body } = split(kind, item);
  if (typeof id !== 'string' || !idPattern.test(id))
    problems.push({ path: [...path, 'id'], message: 'must be an id' });
  if (created_at !== undefined && !isTime(created_at)) {
    problems.push({
      path: [...path, 'created_at'],
      message: 'must be a time such as `2026-01-31T09:00:00Z`',
    });
  }
  problems.push(...check(kind, body, reading));
  if (problems.length > found || typeof id !== 'string') return [];
  return [
    {
      kind,
      id,
      ...(typeof edge_id === 'string' ? { edge_id } : {}),
      ...(typeof created_at === 'string' ? { created_at } : {}),
      spec: specOfCreate(body),
      answered,
      path,
    },
  ];
}

/** Splits an object into its ids and time, its read-only fields, and its write form. */
function split(
  kind: KindName,
  { id, edge_id, created_at, ...rest }: JsonObject,
): { id?: Json; edge_id?: Json; created_at?: Json; answered: JsonObject; body: JsonObject } {
  const { fields } = kinds[kind];
  const isAnswered = ([name]: [string, Json]): boolean =>
    Object.hasOwn(fields, name) && fields[name]?.readOnly === true;
  const entries = Object.entries(rest);
  return {
    ...withoutUndefined({ id, edge_id, created_at }),
    answered: Object.fromEntries(entries.filter(isAnswered)),
    body: Object.fromEntries(entries.filter((entry) => !isAnswered(entry))),
  };
}

function check(
  kind: KindName,
  body: JsonObject,
  { path, references, checkBody }: Reading,
): readonly Problem[] {
  const type = kinds[kind].fields['type'];
  const types = (type?.type === 'string' ? type.readValues : undefined) ?? [];
  const { type: given, ...withoutType } = body;
  const isKnownType = given === undefined || types.length === 0 || types.includes(textOrEmpty(given));
  const checked = types.length === 0 ? body : withoutType;
  return [
    ...(isKnownType ? [] : [{ path: [...path, 'type'], message: `must be one of ${types.join(', ')}` }]),
    ...bodyProblems({ references, checkBody }, { kind, operation: 'create', body: checked }).map(
      (problem) => ({
        ...problem,
        path: [...path, ...problem.path],
      }),
    ),
  ];
}

function isTime(value: Json): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value);
}
