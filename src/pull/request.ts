import type { EditTools } from '../edit/edit-to.ts';
import type { KeptSpec } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import type { SecretLookup } from '../model/secret.ts';
import type { Address, Environment, Workspace } from '../model/workspace.ts';
import type { Managed } from '../derive/secrets/known-secrets.ts';
import type { Declared } from './values/take.ts';

/** A live object that no file declares. */
export interface Undeclared {
  readonly live: Live;
  /** The address that the ledger, `adopt:` or the caller has for it. */
  readonly address?: Address | undefined;
  readonly adopts: 'yes' | 'known';
  /** What the ledger remembers that we sent: how its secrets were written. */
  readonly applied?: KeptSpec | undefined;
}

/** A live object that a file declares. */
export interface Known extends Declared {
  readonly adopts: 'yes' | 'known';
  /** Whether what the files say may go, where live says something else. */
  readonly mayReplace: 'yes' | 'no';
}

export interface PullRequest {
  readonly undeclared: readonly Undeclared[];
  readonly known: readonly Known[];
  /** All that can be seen: a secret of one object can be in another. */
  readonly seen: readonly Managed[];
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly secretOf: SecretLookup;
  readonly tools: EditTools;
  /** Whether there is a file. */
  readonly isTaken: (path: string) => boolean;
}
