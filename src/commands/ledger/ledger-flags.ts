import type { WorkspaceOptions } from '../../cli/options.ts';

/** The options of the verbs that only read or create the file. */
export interface LedgerFlags extends WorkspaceOptions {
  readonly env?: string;
  readonly ledger?: 'file';
  readonly local?: boolean;
  readonly format?: 'text' | 'json';
}
