import type { StateChange, State } from '../state.ts';

/** The storage of the state. A change is visible at once, and reported in a response once it is durable. */
export interface Store {
  readonly state: State;
  readonly commit: (changes: readonly StateChange[]) => void;
  /** Resolves when all committed changes survive a kill. Always rejects after a failed write. */
  readonly durable: () => Promise<void>;
  /** Waits for pending writes and releases the directory. */
  readonly close: () => Promise<void>;
}
