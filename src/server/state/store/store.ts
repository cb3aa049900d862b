import type { StateChange, State } from '../state.ts';

/** Where the state lives. A change is visible at once and answered once it is durable. */
export interface Store {
  readonly state: State;
  readonly commit: (changes: readonly StateChange[]) => void;
  /** Resolves when everything committed so far survives a kill. Rejects for good once writing has failed. */
  readonly durable: () => Promise<void>;
  /** Waits for what is being written and lets go of the directory. */
  readonly close: () => Promise<void>;
}
