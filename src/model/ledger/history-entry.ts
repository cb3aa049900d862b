import type { Address } from '../workspace/address.ts';
import type { RunAbout } from './journal.ts';

/** One run in the log: a line of `history.jsonl`. */
export interface HistoryEntry {
  readonly serial: number;
  readonly fence: number;
  readonly run: RunAbout;
  /** The requests, in order of sending. */
  readonly requests: readonly HistoryRequest[];
  /** Addresses whose ledger entry changed without a request. */
  readonly recorded: readonly Address[];
}

export interface HistoryRequest {
  readonly address: Address;
  readonly action: 'create' | 'update' | 'delete';
  readonly id?: string;
  /** `unknown`: no ending was recorded. */
  readonly ending: 'done' | 'rejected' | 'not-sent' | 'unknown';
}
