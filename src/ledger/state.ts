/** Changes of a ledger, as functions from one state to the next. None increments the serial. */
import { kinds } from '../kinds/index.ts';
import type { UsedApproval } from '../model/approval.ts';
import type {
  AppliedPlan,
  LedgerEntry,
  LedgerState,
  Orphan,
  UnknownCreate,
  UnsettledWrite,
} from '../model/ledger.ts';
import type { Address } from '../model/workspace.ts';
import { hasNoItems, keysWithId, withItem, withoutItem } from './own-tables.ts';

/** A ledger without entries, before its first run. */
export function emptyLedger(about: { environment: string; lineage: string; api: string }): LedgerState {
  return { format: 1, ...about, serial: 0, fence: 0, resources: {}, orphans: {} };
}

/**
 * Adds or replaces the entry of an address. This resolves an unknown create of the address and marks its approvals as
 * used.
 */
export function withEntry(state: LedgerState, address: Address, entry: LedgerEntry): LedgerState {
  // Read first: tables may be changed in place.
  const create = state.unknown?.[address];
  const settled = withoutAbsent(withoutUnknown(state, address), address);
  const written = withoutLate(settled, entry.id);
  const left = withResources(written, withItem(state.resources, address, entry));
  if (create?.approvals === undefined) return left;
  return withApprovals(
    left,
    create.approvals.map((approval) => ({ ...approval, at: create.since })),
  );
}

/** A table that is changed in place is already the ledger's. */
function withResources(state: LedgerState, resources: LedgerState['resources']): LedgerState {
  return resources === state.resources ? state : { ...state, resources };
}

/** Records that the response to the create of an address was lost. */
export function withUnknown(state: LedgerState, address: Address, create: UnknownCreate): LedgerState {
  return { ...state, unknown: withItem(state.unknown ?? {}, address, create) };
}

/** Records that a create made no object. If no list could show it, it is remembered, as it may be there after all. */
export function withAbsent(state: LedgerState, address: Address): LedgerState {
  const create = state.unknown?.[address];
  const left = withoutUnknown(state, address);
  if (create === undefined || kinds[create.kind].operations.list !== undefined) return left;
  return { ...left, absent: { ...left.absent, [address]: create } };
}

function withoutAbsent(state: LedgerState, address: Address): LedgerState {
  if (state.absent?.[address] === undefined) return state;
  const { absent, ...others } = state;
  const left = withoutItem(absent, address);
  return hasNoItems(left) ? others : { ...others, absent: left };
}

export function withoutUnknown(state: LedgerState, address: Address): LedgerState {
  if (state.unknown?.[address] === undefined) return state;
  const { unknown, ...others } = state;
  const left = withoutItem(unknown, address);
  return hasNoItems(left) ? others : { ...others, unknown: left };
}

/** Records that the response to an update or a delete was lost. */
export function withUnsettled(state: LedgerState, op: string, write: UnsettledWrite): LedgerState {
  return { ...state, unsettled: withItem(state.unsettled ?? {}, op, write) };
}

/** Forgets updates and deletes without a response. */
export function withoutUnsettled(state: LedgerState, ops: readonly string[]): LedgerState {
  const { unsettled, ...others } = state;
  if (unsettled === undefined || ops.length === 0) return state;
  const left = ops.reduce(withoutItem, unsettled);
  return hasNoItems(left) ? others : { ...others, unsettled: left };
}

/** The updates and deletes of an object that had no response and may still arrive, by op. */
export function unsettledTo(
  { unsettled = {} }: Pick<LedgerState, 'unsettled'>,
  id: string,
): readonly (readonly [string, UnsettledWrite])[] {
  return keysWithId(unsettled, id).flatMap((op) => {
    const write = unsettled[op];
    return write === undefined ? [] : [[op, write] as const];
  });
}

/** Records that an update or a delete without a response cannot arrive any more. Of an update it is remembered. */
export function withSettled(state: LedgerState, op: string): LedgerState {
  // Read first: tables may be changed in place.
  const write = state.unsettled?.[op];
  const left = withoutUnsettled(state, write === undefined ? [] : [op]);
  return write?.sent === undefined ? left : { ...left, late: withItem(left.late ?? {}, op, write) };
}

function withoutLate(state: LedgerState, id: string | undefined): LedgerState {
  const ops = keysWithId(state.late, id);
  if (ops.length === 0) return state;
  const { late = {}, ...others } = state;
  const left = ops.reduce(withoutItem, late);
  return hasNoItems(left) ? others : { ...others, late: left };
}

/** Removes the entry of an object that is gone: no earlier request can change it any more. */
export function withoutObject(state: LedgerState, address: Address): LedgerState {
  const gone = state.resources[address]?.id;
  const left = withoutEntry(state, address);
  const ops = [...keysWithId(state.unsettled, gone), ...keysWithId(state.late, gone)];
  // A damaged ledger may have the object under another address, where it stays managed.
  if (ops.length === 0 || keysWithId(left.resources, gone).length > 0) return left;
  return withoutLate(withoutUnsettled(left, keysWithId(state.unsettled, gone)), gone);
}

function withoutEntry(state: LedgerState, address: Address): LedgerState {
  return { ...state, resources: withoutItem(state.resources, address) };
}

/** Moves an entry to another address, otherwise unchanged. An orphan of the old address is revived. */
export function renamed(state: LedgerState, from: Address, to: Address): LedgerState {
  const entry = state.resources[from];
  if (entry !== undefined) return withEntry(withoutEntry(state, from), to, entry);
  return revived(state, from, to);
}

/**
 * Turns an entry into an orphan: its object is live but not declared. An older orphan of the same address is kept under
 * the next free name.
 */
export function withOrphan(
  state: LedgerState,
  address: Address,
  { since, how }: Pick<Orphan, 'since' | 'how'>,
): LedgerState {
  const entry = state.resources[address];
  if (entry === undefined) return state;
  const older = state.orphans[address];
  if (older !== undefined) {
    const name = freeName(state, address);
    const moved = withItem(withoutItem(state.orphans, address), name, older);
    return withOrphan({ ...state, orphans: moved }, address, { since, how });
  }
  return {
    ...withoutEntry(state, address),
    orphans: withItem(state.orphans, address, { ...entry, since, how }),
  };
}

/** Removes an orphan whose object is gone. */
export function withoutGoneOrphan(state: LedgerState, address: Address): LedgerState {
  const gone = state.orphans[address]?.id;
  return withoutLate(
    withoutUnsettled(withoutOrphan(state, address), keysWithId(state.unsettled, gone)),
    gone,
  );
}

function withoutOrphan(state: LedgerState, address: Address): LedgerState {
  return { ...state, orphans: withoutItem(state.orphans, address) };
}

/** Turns an orphan into an entry again. */
export function revived(state: LedgerState, from: Address, to: Address): LedgerState {
  const orphan = state.orphans[from];
  if (orphan === undefined) return state;
  const { since: _since, how: _how, ...entry } = orphan;
  return withEntry(withoutOrphan(state, from), to, entry);
}

/** The number of applied plans remembered: older ones are refused by their serial, with a different message. */
const rememberedPlans = 20;

/** Records a saved plan as applied. */
export function withPlan(state: LedgerState, plan: AppliedPlan): LedgerState {
  return { ...state, plans: [...(state.plans ?? []), plan].slice(-rememberedPlans) };
}

/** Records approvals as used, each once. */
export function withApprovals(state: LedgerState, used: readonly UsedApproval[]): LedgerState {
  const { approvals = [] } = state;
  const isKnown = ({ address, change }: UsedApproval): boolean =>
    approvals.some((one) => one.address === address && one.change === change);
  const fresh = used.filter((one) => !isKnown(one));
  return fresh.length === 0 ? state : { ...state, approvals: [...approvals, ...fresh] };
}

function freeName({ resources, orphans }: LedgerState, address: Address): Address {
  for (let count = 2; ; count++) {
    const name: Address = `${address}-${count}`;
    if (resources[name] === undefined && orphans[name] === undefined) return name;
  }
}
