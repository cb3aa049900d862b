import type { KindName } from '../kinds/kind.ts';
import type { UsedApproval } from './approval.ts';
import type { Json } from './value.ts';
import type { Address } from './workspace.ts';

/**
 * A write form as it is kept: JSON in which a secret is `{"$secret": {"template"?, "fingerprint"?}}`. `template` names
 * the references it was written with, `fingerprint` is there when a key was set.
 */
export type KeptSpec = Readonly<Record<string, Json>>;

export interface LedgerEntry {
  /** The op of the create, a fresh one when adopted. Markers and fingerprints hang on it, so a rename changes neither. */
  readonly uid: string;
  readonly kind: KindName;
  readonly id: string;
  /** Of a route. */
  readonly edge_id?: string;
  /** What we last sent, all declared fields. Undefined after an adoption, which sends nothing. */
  readonly applied?: KeptSpec;
  /** What the API answered right after. */
  readonly observed: KeptSpec;
  /** By top-level field, what our last write sent and the service did not keep. */
  readonly unkept?: Readonly<Record<string, Unkept>>;
  /** RFC 3339. */
  readonly observed_at: string;
  /** It was on `safety.protect` when last applied. */
  readonly is_protected: boolean;
  /** The file it was last seen in; one that no pattern matches any more is an error, never a removal. */
  readonly origin?: string;
}

export interface Unkept {
  /** Hash of what was sent, masked. */
  readonly sent: string;
  /** How often in a row. */
  readonly times: number;
}

/** A live object that is no longer in YAML and cannot be deleted: named in each plan until its GET says 404. */
export interface Orphan extends LedgerEntry {
  readonly since: string;
  readonly how: 'retired' | 'forgotten';
}

/**
 * A create whose response was lost: its object may exist. Nothing that would be the same thing to the service is created
 * until it is settled.
 */
export interface UnknownCreate {
  readonly kind: KindName;
  /** Of a route: the edge that it would be in. */
  readonly edge_id?: string;
  /** The nonce in the marker that it was sent with. */
  readonly op: string;
  /** The fields that make it the same thing to the service: url, hostports, or match type and match. */
  readonly identity: KeptSpec;
  /** RFC 3339: when it was sent. */
  readonly since: string;
  /** By which it was sent: used when it turns out that the object is there. */
  readonly approvals?: readonly Omit<UsedApproval, 'at'>[];
}

export interface LedgerState {
  readonly format: 1;
  readonly environment: string;
  readonly lineage: string;
  /** Rises by one with each replacement. */
  readonly serial: number;
  /** Rises by one with each lock holder. */
  readonly fence: number;
  /** Origin of the API it was written against. */
  readonly api: string;
  readonly resources: Readonly<Record<Address, LedgerEntry>>;
  readonly orphans: Readonly<Record<Address, Orphan>>;
  /** Creates with an unknown outcome. */
  readonly unknown?: Readonly<Record<Address, UnknownCreate>>;
  /** The saved plans that were applied last, oldest first: each is good for one time. */
  readonly plans?: readonly AppliedPlan[];
  /** The approvals that were used, oldest first. None is ever dropped: the next change id of an address counts them. */
  readonly approvals?: readonly UsedApproval[];
}

/** A saved plan that was applied. */
export interface AppliedPlan {
  /** Its checksum. */
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
}

/** A store of ledgers; one environment each. All methods throw `LedgerError`. */
export interface LedgerStore {
  /** The current generation, or undefined where there is none. */
  readonly read: (environment: string) => Promise<LedgerState | undefined>;
  /** Takes the lock, or throws with its holder. */
  readonly lock: (environment: string) => Promise<LedgerLock>;
}

/** The right to write one environment's ledger, until released. */
export interface LedgerLock {
  readonly fence: number;
  /** Replaces the ledger atomically if its serial is still `state.serial - 1`. Durable when it resolves. */
  readonly replace: (state: LedgerState) => Promise<void>;
  readonly release: () => Promise<void>;
}
