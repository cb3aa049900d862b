import type { Kind } from './tables.ts';
import { canonical, type JsonMap } from './values.ts';

/** An object as the service stores it: in the write form, secrets in clear. */
export interface Stored {
  readonly kind: Kind;
  readonly id: string;
  readonly edgeId?: string;
  /** The type of an endpoint; only `cloud` ones can be written. */
  readonly type?: 'cloud' | 'edge' | 'ephemeral';
  readonly spec: JsonMap;
}

/** One change of the service's state. `by` is the run that requested it, or `outside`. */
export interface Change {
  readonly at: number;
  readonly by: string;
  readonly method: string;
  readonly id: string;
  readonly before: Stored | undefined;
  readonly after: Stored | undefined;
  readonly body: JsonMap | undefined;
}

export type State = ReadonlyMap<string, Stored>;

export interface Objects {
  readonly now: () => State;
  /** The state as seen by a read that is `lag` requests behind. */
  readonly seen: (lag: number) => State;
  /** Counts a request; requests are the only clock here. */
  readonly tick: () => void;
  readonly clock: () => number;
  readonly put: (by: string, method: string, object: Stored, body?: JsonMap) => void;
  readonly remove: (by: string, method: string, id: string) => void;
  readonly log: readonly Change[];
  /** Lets time pass, so that every read sees all writes. */
  readonly settle: () => void;
}

export function openObjects(): Objects {
  let state: State = new Map();
  let at = 0;
  let history: { readonly at: number; readonly state: State }[] = [{ at: 0, state }];
  const log: Change[] = [];
  const become = (next: State): void => {
    state = next;
    history.push({ at, state });
  };
  return {
    now: () => state,
    seen: (lag) => history.findLast((each) => each.at <= at - lag)?.state ?? history[0]!.state,
    tick: () => {
      at++;
    },
    clock: () => at,
    put: (by, method, object, body) => {
      log.push({ at, by, method, id: object.id, before: state.get(object.id), after: object, body });
      become(new Map(state).set(object.id, object));
    },
    remove: (by, method, id) => {
      log.push({ at, by, method, id, before: state.get(id), after: undefined, body: undefined });
      const next = new Map(state);
      next.delete(id);
      become(next);
    },
    log,
    settle: () => {
      at += 1000;
      history = [{ at: 0, state }];
    },
  };
}

export function isSame(a: Stored | undefined, b: Stored | undefined): boolean {
  return canonical(a?.spec) === canonical(b?.spec) && a?.id === b?.id;
}
