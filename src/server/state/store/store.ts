import { applyChange, emptyState, type State, type StateChange } from '../server-state.ts';

/** The storage of the state. A change is visible at once, and reported in a response once it is durable. */
export interface Store {
  readonly state: State;
  readonly commit: (changes: readonly StateChange[]) => void;
  /** Resolves when all committed changes survive a kill. Always rejects after a failed write. */
  readonly durable: () => Promise<void>;
  /** Waits for pending writes and releases the directory. */
  readonly close: () => Promise<void>;
}

/** A store in memory, lost with the process. */
export function memoryStore(): Store {
  const state = emptyState();
  return {
    state,
    commit: (changes) => {
      for (const change of changes) applyChange(state, change);
    },
    durable: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
