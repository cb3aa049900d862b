import type { WorkspaceOptions } from '../../cli/options.ts';

/** The options of commands that only read or create the ledger file. */
export interface LedgerFlags extends WorkspaceOptions {
  readonly env?: string;
  readonly ledger?: 'file';
  readonly local?: boolean;
  readonly format?: 'text' | 'yaml' | 'json' | 'routes';
}
