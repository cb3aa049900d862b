import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import type { Context } from '../context.ts';
import type { StoredObject } from './server-state.ts';

/**
 * Changes made in the dashboard, outside this API: not checked, and including those that the API cannot make (removing
 * a module, deleting a route or an edge). For tests and the demo; not available over HTTP.
 */
export interface Outside {
  /** Creates an object from a write form; a route needs its `edge_id`. Returns the id. */
  readonly add: (kind: KindName, spec: JsonObject) => Promise<string>;
  /** Replaces top-level fields of the write form as a whole; null removes a field or module. */
  readonly change: (kind: KindName, id: string, patch: JsonObject) => Promise<void>;
  readonly remove: (kind: KindName, id: string) => Promise<void>;
  /** All objects of a kind as stored: the write form, secrets in clear text. */
  readonly objects: (kind: KindName) => readonly StoredObject[];
}

export function outsideOf({ store, now, newId }: Context): Outside {
  const find = (kind: KindName, id: string): StoredObject => {
    const stored = store.state.objects[kind].get(id);
    if (stored === undefined) throw new Error(`the built-in mock API has no ${kind} with the id ${id}`);
    return stored;
  };
  return {
    add: async (kind, { edge_id, ...spec }) => {
      const serial = store.state.lastSerial + 1;
      const id = newId(kinds[kind].idPrefix, serial);
      const at = now();
      const parent = typeof edge_id === 'string' ? { edge_id } : {};
      store.commit([{ put: { kind, id, serial, created_at: at, updated_at: at, ...parent, spec } }]);
      await store.durable();
      return id;
    },
    change: async (kind, id, patch) => {
      const stored = find(kind, id);
      store.commit([{ put: { ...stored, updated_at: now(), spec: patched(stored.spec, patch) } }]);
      await store.durable();
    },
    remove: async (kind, id) => {
      const { serial } = find(kind, id);
      store.commit([{ drop: { kind, id, serial } }]);
      await store.durable();
    },
    objects: (kind) => [...store.state.objects[kind].values()],
  };
}

function patched(spec: JsonObject, patch: JsonObject): JsonObject {
  const kept = Object.entries({ ...spec, ...patch }).filter(
    (entry): entry is [string, Json] => entry[1] !== null,
  );
  return Object.fromEntries(kept);
}
