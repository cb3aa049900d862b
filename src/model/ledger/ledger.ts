import type { KindName } from '../../kinds/kind.ts';
import type { UsedApproval } from '../approval.ts';
import type { LedgerHome } from './ledger-home.ts';
import type { Json } from '../value.ts';
import type { Address } from '../workspace/address.ts';

/** One text of a ledger, as `ledger verify` found it. */
export interface LedgerFinding {
  /** `note`: nothing is wrong, and it is worth knowing. `fail`: damaged, or not part of this ledger. */
  readonly state: 'ok' | 'note' | 'fail';
  /** The place of the text in messages: `.edgewright/production/ledger.2.json`. */
  readonly place: string;
  /** A clause. */
  readonly text: string;
  /** A sentence that begins in lower case, with the command that repairs it. */
  readonly help?: string;
}

/** An object that is live, or may be, and that no entry of the ledger manages. */
export interface LeftObject {
  readonly address: Address;
  readonly kind: KindName;
  /** `unknown`: the response to its create was lost, so it may not exist. */
  readonly state: 'retired' | 'forgotten' | 'unknown';
  /** Undefined for a create without a response. */
  readonly id?: string;
  /** For a route, its edge. */
  readonly edge_id?: string;
  /** For a create without a response, the fields by which the service identifies the object. */
  readonly identity?: LedgerSpec;
  /** Not a lost response: the id that it names. */
  readonly answered?: string;
  /** Not a lost response: the id of a live object that is newer than the ledger. */
  readonly newer?: string;
  /** RFC 3339. */
  readonly since: string;
  /** The id of the run that left it; undefined if the log does not have it any more. */
  readonly run?: string;
}

export interface LeftWithWays extends LeftObject {
  readonly ways: readonly {
    /** Its case: "if it exists". */
    readonly lead: string;
    readonly command: string;
  }[];
}

/**
 * A write form as the ledger stores it: JSON in which a secret is `{"$secret": {"template"?, "fingerprint"?}}`.
 * `template` names the references it was written with; `fingerprint` exists if a key was set.
 */
export type LedgerSpec = Readonly<Record<string, Json>>;

export interface LedgerEntry {
  /**
   * The op of the create, or a new one after an adoption. Markers and fingerprints are keyed by it, so they survive a
   * rename.
   */
  readonly uid: string;
  readonly kind: KindName;
  readonly id: string;
  /** Set for routes only. */
  readonly edge_id?: string;
  /** All declared fields of our last write. Undefined after an adoption, which sends nothing. */
  readonly applied?: LedgerSpec;
  /** The response right after our last write. */
  readonly observed: LedgerSpec;
  /** Top-level fields of our last write that the service did not keep. */
  readonly unkept?: Readonly<Record<string, NotPersisted>>;
  /** RFC 3339. */
  readonly observed_at: string;
  /** Whether the address was in `safety.protect` at the last apply. */
  readonly is_protected: boolean;
  /** The last file of the resource. If `resources` no longer matches that file, the removal is an error. */
  readonly origin?: string;
}

export interface NotPersisted {
  /** Hash of the sent value, masked. */
  readonly sent: string;
  /** Number of consecutive writes. */
  readonly times: number;
}

/** A live object that is no longer declared and cannot be deleted: every plan names it until GET returns 404. */
export interface Orphan extends LedgerEntry {
  readonly since: string;
  readonly how: 'retired' | 'forgotten';
}

/**
 * A create without a response: its object may exist. Until the outcome is known, nothing that the service would
 * identify with it is created.
 */
export interface UnknownCreate {
  readonly kind: KindName;
  /** For a route, the edge of the create. */
  readonly edge_id?: string;
  /** The nonce in the marker of the create. */
  readonly op: string;
  /** The fields by which the service identifies the object: url, hostports, or match type and match. */
  readonly identity: LedgerSpec;
  /** RFC 3339; when the request was sent last, or at most a few seconds before. */
  readonly since: string;
  /** The approvals of the create: they count as used once the object turns out to exist. */
  readonly approvals?: readonly Omit<UsedApproval, 'at'>[];
  /** Not a lost response: the id that it names, of an object that is not proven to be of this create. */
  readonly answered?: string;
  /** Not a lost response: the id of a live object that is newer than the ledger, so that others may be. */
  readonly newer?: string;
}

/** A PATCH or DELETE without a response: the object may have the old state or the new one, also later on. */
export interface UnsettledWrite {
  readonly action: 'update' | 'delete';
  /** The address at the time of the request. */
  readonly address: Address;
  readonly id: string;
  /** For an update, the fields that it changes, as sent. */
  readonly sent?: LedgerSpec;
  /** Hash of the body, with references in place of secrets. */
  readonly body?: string;
  /** RFC 3339; when the request was sent last, or at most a few seconds before. */
  readonly since: string;
  /** The approvals of the request: they count as used once it turns out to be carried out. */
  readonly approvals?: readonly Omit<UsedApproval, 'at'>[];
}

export interface LedgerState {
  readonly format: 1;
  readonly environment: string;
  readonly lineage: string;
  /** Increases by one with each run that records something. */
  readonly serial: number;
  /** Increases by one with each lock holder. */
  readonly fence: number;
  /** Set in a store that the ledger was moved away from: nothing reads or writes it there any more. */
  readonly moved?: MovedLedger;
  /** The first name of an environment that was renamed: the markers of its objects have the owner of that name. */
  readonly formerly?: string;
  /** The workspace that the ledger belongs to; undefined until one in a git repository has written it. */
  readonly home?: LedgerHome;
  /** The commit that was checked out for the last apply that recorded something; absent if that named none. */
  readonly commit?: string;
  /** Origin of the API that the ledger belongs to. */
  readonly api: string;
  readonly resources: Readonly<Record<Address, LedgerEntry>>;
  readonly orphans: Readonly<Record<Address, Orphan>>;
  /** Creates with an unknown outcome. */
  readonly unknown?: Readonly<Record<Address, UnknownCreate>>;
  /** Creates that count as not carried out although no list can prove it, until their address has an object. */
  readonly absent?: Readonly<Record<Address, UnknownCreate>>;
  /** By nonce, updates and deletes that may still arrive: until that time is over, or their object gone. */
  readonly unsettled?: Readonly<Record<string, UnsettledWrite>>;
  /**
   * By nonce, updates that count as not carried out, until their object is written again: one may arrive later if its
   * run was only stopped while its lock was removed. Its state is ours then.
   */
  readonly late?: Readonly<Record<string, UnsettledWrite>>;
  /**
   * By upstream (the id of a backend, or the URL of an internal endpoint), the protected way to it that was there last.
   * Absent of an upstream that an object of the ledger reaches.
   */
  readonly guarded?: Readonly<Record<string, GuardedWay>>;
  /** The saved plans applied last, oldest first: each can be applied only once. */
  readonly plans?: readonly AppliedPlan[];
  /** The used approvals, oldest first. None is ever dropped: the next change id of an address counts them. */
  readonly approvals?: readonly UsedApproval[];
}

/** An object as it was when requests reached an upstream through it for the last time. */
export interface GuardedWay extends Pick<LedgerEntry, 'kind' | 'edge_id' | 'applied' | 'observed'> {
  readonly address: Address;
}

export interface MovedLedger {
  /** The store in words. */
  readonly to: string;
  /** The new name of the environment, if it was renamed. */
  readonly environment?: string;
  /** RFC 3339. */
  readonly at: string;
}

export interface AppliedPlan {
  /** The checksum of the plan. */
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
}
