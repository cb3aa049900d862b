import type { Fixture } from './fixture.ts';
import { serialOfGone, type StateChange } from './state.ts';
import type { Store } from './store/store.ts';

/** Adds the fixture's objects that never existed: objects changed or deleted since then stay so after a restart. */
export function seedState(store: Store, { objects }: Fixture, now: string): void {
  const { state } = store;
  let serial = state.lastSerial;
  const changes = objects.flatMap(
    ({ kind, id, edge_id, created_at = now, spec, answered }): readonly StateChange[] => {
      if (state.objects[kind].has(id) || serialOfGone(state, kind, id) !== undefined) return [];
      const parent = edge_id === undefined ? {} : { edge_id };
      serial++;
      return [{ put: { kind, id, serial, created_at, updated_at: created_at, ...parent, spec, answered } }];
    },
  );
  store.commit(changes);
  state.undo.length = 0;
}
