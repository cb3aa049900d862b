import { refusalKey } from '../../derive/forms/identity.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { JsonObject } from '../../model/value.ts';

export interface StoredObject {
  readonly kind: KindName;
  readonly id: string;
  /** Increases with each create: lists are sorted by it, since timestamps have only seconds. */
  readonly serial: number;
  readonly created_at: string;
  readonly updated_at: string;
  /** Set for routes only. */
  readonly edge_id?: string;
  /** The write form as sent, secrets in clear text; fields that were never sent are absent. */
  readonly spec: JsonObject;
  /** Read-only fields from a fixture, such as the tunnel of an ephemeral endpoint. */
  readonly answered?: JsonObject;
}

/** A change of an object, which is also the record in the store's file. Idempotent. */
export type StateChange =
  | { readonly put: StoredObject }
  | { readonly drop: { readonly kind: KindName; readonly id: string; readonly serial: number } };

/** The whole state of the server. Only `applyChange` modifies it. */
export interface State {
  readonly objects: Readonly<Record<KindName, Map<string, StoredObject>>>;
  readonly claims: Claims;
  /** The serial of each deleted object, so that paging continues after it and a fixture does not restore it. */
  readonly gone: Map<string, number>;
  /** The objects replaced by the latest changes, newest last, for stale lists. */
  readonly undo: {
    readonly kind: KindName;
    readonly id: string;
    readonly before: StoredObject | undefined;
  }[];
  /** The last order of each kind's objects, until one of them changes: a list has a thousand pages. */
  readonly ordered: Map<KindName, readonly StoredObject[]>;
  /** The highest serial ever used. */
  lastSerial: number;
}

const undoLimit = 32;

export function emptyState(): State {
  return {
    objects: { endpoint: new Map(), 'https-route': new Map(), 'tls-edge': new Map() },
    claims: new Map(),
    gone: new Map(),
    undo: [],
    ordered: new Map(),
    lastSerial: 0,
  };
}

export function applyChange(state: State, change: StateChange): void {
  const { kind, id, serial } = 'put' in change ? change.put : change.drop;
  const objects = state.objects[kind];
  const before = objects.get(id);
  state.ordered.delete(kind);
  if (before !== undefined) removeClaim(state.claims, before);
  state.undo.push({ kind, id, before });
  if (state.undo.length > undoLimit) state.undo.shift();
  state.lastSerial = Math.max(state.lastSerial, serial);
  if ('put' in change) {
    objects.set(id, change.put);
    addClaim(state.claims, change.put);
  } else {
    objects.delete(id);
    state.gone.set(goneKey(kind, id), serial);
  }
}

/** The serial of a deleted object; undefined if it never existed. */
export function serialOfGone(state: State, kind: KindName, id: string): number | undefined {
  return state.gone.get(goneKey(kind, id));
}

/** The changes that create this state from an empty one. */
export function stateChanges(state: State): readonly StateChange[] {
  const puts = Object.values(state.objects).flatMap((objects) =>
    [...objects.values()].map((put): StateChange => ({ put })),
  );
  const drops = [...state.gone].map(([key, serial]): StateChange => {
    const [kind, id] = key.split('/') as [KindName, string];
    return { drop: { kind, id, serial } };
  });
  return [...drops, ...puts];
}

/** The objects of a kind, newest first; `behind` undoes that many changes. */
export function newestFirst(state: State, kind: KindName, behind = 0): readonly StoredObject[] {
  const current = state.objects[kind];
  if (behind === 0) {
    const known = state.ordered.get(kind) ?? bySerial(current);
    state.ordered.set(kind, known);
    return known;
  }
  const objects = new Map(current);
  for (const { kind: of, id, before } of state.undo.slice(-behind).reverse()) {
    if (of !== kind) continue;
    if (before === undefined) objects.delete(id);
    else objects.set(id, before);
  }
  return bySerial(objects);
}

function bySerial(objects: ReadonlyMap<string, StoredObject>): readonly StoredObject[] {
  return [...objects.values()].sort((a, b) => b.serial - a.serial);
}

/** Whether the API can change an object of this type. */
export function isManageable({ kind, spec }: StoredObject): boolean {
  const { manageable } = kinds[kind];
  return manageable === undefined || (spec[manageable.field] ?? manageable.value) === manageable.value;
}

function goneKey(kind: KindName, id: string): string {
  return `${kind}/${id}`;
}

/** An object, stored or about to be. */
interface ObjectClaim {
  readonly kind: KindName;
  readonly id: string;
  readonly edge_id?: string;
  readonly spec: JsonObject;
}

/** The ids of the objects by what they serve: a create compares itself with these, not with all. */
type Claims = Map<string, readonly string[]>;

/** The ids of the objects for which the service refuses another one like this. */
export function claimants(claims: Claims, object: ObjectClaim): readonly string[] {
  return claims.get(claimOf(object) ?? '') ?? [];
}

function addClaim(claims: Claims, object: ObjectClaim): void {
  const claim = claimOf(object);
  if (claim !== undefined) claims.set(claim, [...(claims.get(claim) ?? []), object.id]);
}

function removeClaim(claims: Claims, object: ObjectClaim): void {
  const claim = claimOf(object);
  if (claim === undefined) return;
  const left = (claims.get(claim) ?? []).filter((id) => id !== object.id);
  if (left.length === 0) claims.delete(claim);
  else claims.set(claim, left);
}

function claimOf({ kind, edge_id, spec }: ObjectClaim): string | undefined {
  return refusalKey(kind, edge_id === undefined ? spec : { ...spec, edge_id });
}
