import { ledgerText, parseLedger } from '../../src/ledger/ledger-text.ts';
import { emptyLedger } from '../../src/ledger/state.ts';
import type { LedgerLock, LedgerState } from '../../src/model/ledger.ts';

export interface MemoryLedger {
  readonly state: () => LedgerState;
  readonly lock: LedgerLock;
  /** The text of every generation, as it would be on disk. */
  readonly texts: () => readonly string[];
}

/** A ledger that is kept as the text that the file store writes, and read back from it. */
export function memoryLedger(about: { environment: string; lineage: string }): MemoryLedger {
  const texts: string[] = [];
  let state = emptyLedger({ ...about, api: '' });
  return {
    state: () => state,
    texts: () => texts,
    lock: {
      fence: 1,
      replace: (next) => {
        if (next.serial !== state.serial + 1)
          throw new Error(`serial ${next.serial} follows ${state.serial}`);
        const text = ledgerText(next);
        const parsed = parseLedger(text);
        if ('problem' in parsed) throw new Error(`what was written cannot be read: ${parsed.problem}`);
        texts.push(text);
        state = parsed.state;
        return Promise.resolve();
      },
      release: () => Promise.resolve(),
    },
  };
}
