import { kindNames, kinds } from '../../kinds/index.ts';
import { idPattern, nameables } from '../../kinds/references.ts';
import type { ObjectKey } from '../../model/api.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';
import type { StateInstance } from './state-instance.ts';

/** An object of ours in an instance: its key, or why it has none. */
export type HeldObject = { readonly key: ObjectKey } | { readonly unread: 'edge' | 'sensitive' };

/**
 * The objects of ours in an instance, by the prefix of its `id`: the types of providers differ, the ids do not. Routes
 * also count where an edge lists them, since no list of the API has them; other nested ids are references.
 */
export function objectsOfInstance({ values, isSensitive }: StateInstance): readonly HeldObject[] {
  const { id } = values;
  if (typeof id === 'string' && isSensitive('id')) return isOurs(id) ? [{ unread: 'sensitive' }] : [];
  const own = typeof id === 'string' ? objectOf(id, values, isSensitive('edge_id')) : undefined;
  if (own !== undefined) return [own];
  const edge = typeof id === 'string' && isEdge(id) ? id : undefined;
  return Object.entries(values).flatMap(([name, value]) => {
    const routes = jsonItems(value).flatMap((item) => nestedRoute(item, edge));
    return routes.length > 0 && isSensitive(name) ? [{ unread: 'sensitive' }] : routes;
  });
}

/** The kind by the prefix of an id. */
function isOurs(id: string): boolean {
  return kindNames.some((kind) => id.startsWith(kinds[kind].idPrefix));
}

function isEdge(id: string): boolean {
  return (nameables['https-edge']?.idPrefixes ?? []).some((prefix) => id.startsWith(prefix));
}

function objectOf(id: string, values: JsonObject, hidesEdge: boolean): HeldObject | undefined {
  // An id for `terraform import` may name both.
  const [, before, after] = /^([\w-]+)[:/,]([\w-]+)$/.exec(id) ?? [];
  const own = after ?? id;
  const kind = kindNames.find((name) => own.startsWith(kinds[name].idPrefix));
  if (kind === undefined || !idPattern.test(own)) return undefined;
  if (kinds[kind].parent === undefined) return { key: { kind, id: own } };
  const edge = before ?? values['edge_id'];
  if (hidesEdge && before === undefined) return { unread: 'sensitive' };
  return typeof edge === 'string' && idPattern.test(edge)
    ? { key: { kind, id: own, edge_id: edge } }
    : { unread: 'edge' };
}

/** A route that an edge lists: it has an id, and no other object of ours is nested with its own fields. */
function nestedRoute(item: Json, edge: string | undefined): readonly HeldObject[] {
  if (!isJsonMap(item) || typeof item['id'] !== 'string') return [];
  const known = edge === undefined || 'edge_id' in item ? item : { ...item, edge_id: edge };
  const held = objectOf(item['id'], known, false);
  return held !== undefined && 'key' in held && held.key.edge_id !== undefined ? [held] : [];
}
