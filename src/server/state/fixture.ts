import { isJsonMap } from '../../text/json/json-access.ts';
import type { ReferenceTarget } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import { idPattern } from '../../kinds/references.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Json, JsonObject, Path } from '../../model/value.ts';
import type { BodyCheck } from '../context.ts';
import { readFixtureObject, type FixtureObject } from './fixture-object.ts';
import type { Problem } from '../objects/problem.ts';
import { isKnown, type References } from '../objects/references.ts';

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
