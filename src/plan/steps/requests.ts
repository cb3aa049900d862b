/** The requests of steps: bodies with the fields that the operation takes, in the order of the API. */
import { writableFields } from '../../derive/forms/fields.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Live } from '../../model/live.ts';
import type { PlannedRequest } from '../../model/plan/planned-request.ts';
import type { Spec, Value } from '../../model/value.ts';

interface Key {
  readonly id: string;
  readonly edge_id?: string;
}

/** The POST that creates a resource: one request with all fields, so that it is never live without its protection. */
export function createRequest(kind: KindName, spec: Spec): PlannedRequest {
  const { create } = kinds[kind].operations;
  const { parent } = kinds[kind];
  const owner = parent === undefined ? undefined : spec[parent.field];
  return {
    operation: create,
    method: create.method,
    path: filled(create.path, typeof owner === 'string' ? { edge_id: owner } : {}),
    body: bodyOf(kind, 'create', spec),
  };
}

/** The PATCH with `body`. Throws if the kind has no update operation: callers check that first. */
export function updateRequest(kind: KindName, key: Key, body: Spec): PlannedRequest {
  const { update } = kinds[kind].operations;
  if (update === undefined) throw new Error(`the API cannot update a ${kind}`);
  return {
    operation: update,
    method: update.method,
    path: filled(update.path, key),
    body: bodyOf(kind, 'update', body),
  };
}

export function deleteRequest(kind: KindName, key: Key): PlannedRequest {
  const operation = kinds[kind].operations.delete;
  if (operation === undefined) throw new Error(`the API cannot delete a ${kind}`);
  return { operation, method: operation.method, path: filled(operation.path, key), body: undefined };
}

/** The fields that the operation accepts, in the API's order, without those in the path. */
function bodyOf(kind: KindName, operation: 'create' | 'update', spec: Spec): Spec {
  const entries = writableFields(kinds[kind].fields, operation).flatMap(([name]): [string, Value][] => {
    const value = spec[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

function filled(template: string, ids: { readonly id?: string; readonly edge_id?: string }): string {
  return template.replace(/\{(id|edge_id)\}/g, (whole, name: 'id' | 'edge_id') => {
    const id = ids[name];
    return id === undefined ? whole : encodeURIComponent(id);
  });
}

/**
 * A PATCH body with an empty `metadata` for our marker, which apply fills in. A service that resets omitted
 * fields would remove the marker, and lost creates can be found by nothing else.
 */
export function withMarkerPlace(body: Spec, { marker }: Pick<Live, 'marker'>): Spec {
  return marker === undefined || body['metadata'] !== undefined ? body : { ...body, metadata: '' };
}
