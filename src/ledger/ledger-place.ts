import type { WorkspaceHome } from '../model/ledger/ledger-home.ts';
import type { Backend, Texts } from './backend.ts';

export interface LedgerPlace {
  readonly texts: Texts;
  /** The path of a text in messages. */
  readonly shown: (name: string) => string;
  readonly environment: string;
  /** The workspace's lineage; a ledger of another one is refused. Undefined: not checked. */
  readonly lineage: string | undefined;
  /** Where the workspace is; a ledger of one elsewhere is refused. Undefined: not checked, and not recorded. */
  readonly home?: WorkspaceHome | undefined;
  /** Flags appended to each printed command that name this workspace and API. */
  readonly placeFlags: string;
}

/** A place that can be written. */
export interface BackendPlace extends LedgerPlace {
  readonly backend: Backend;
}
