import { applyChange, emptyState } from '../state.ts';
import type { Store } from './store.ts';

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
