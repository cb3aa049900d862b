import type { EditTools } from '../edit/edit-to.ts';
import type { LedgerSpec } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import type { SecretLookup } from '../model/secret.ts';
import type { Address, Environment, Workspace } from '../model/workspace.ts';
import type { ManagedObject } from '../derive/secrets/known-secrets.ts';
import type { DeclaredObject } from './values/take.ts';

/** A live object that no file declares. */
export interface UndeclaredObject {
  readonly live: Live;
  /** The address from the ledger, `adopt:` or the caller. */
  readonly address?: Address | undefined;
  readonly adopts: 'yes' | 'known';
  /** The fields we applied, according to the ledger: they show how its secrets were written. */
  readonly applied?: LedgerSpec | undefined;
}

/** A live object that a file declares. */
export interface KnownObject extends DeclaredObject {
  readonly adopts: 'yes' | 'known';
  /** Whether declared values may be replaced where the live ones differ. */
  readonly mayReplace: 'yes' | 'no';
}

export interface PullRequest {
  readonly undeclared: readonly UndeclaredObject[];
  readonly known: readonly KnownObject[];
  /** All live objects that were read: a secret of one object may occur in another. */
  readonly seen: readonly ManagedObject[];
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly secretOf: SecretLookup;
  readonly tools: EditTools;
  /** Whether the file exists. */
  readonly isTaken: (path: string) => boolean;
}
