/** Changes of a ledger, made in a draft of it. None increments the serial. */
import { kinds } from '../kinds/index.ts';
import type { UsedApproval } from '../model/approval.ts';
import type { LedgerChange } from '../model/ledger/ledger-change.ts';
import type { AppliedPlan, LedgerEntry, LedgerState, Orphan, UnknownCreate } from '../model/ledger/ledger.ts';
import type { Address } from '../model/workspace/address.ts';
import type { LedgerDraft } from './draft.ts';
import { rememberWays } from './guarded-ways.ts';

/** A ledger without entries, before its first run. */
export function emptyLedger(about: { environment: string; lineage: string; api: string }): LedgerState {
  return { format: 1, ...about, serial: 0, fence: 0, resources: {}, orphans: {} };
}

/** Makes a change where it is recorded and where it is replayed, so that both give the same. */
export function makeChange(draft: LedgerDraft, change: LedgerChange): void {
  (makers[change.change] as (draft: LedgerDraft, change: LedgerChange) => void)(draft, change);
}

const makers: {
  readonly [Name in LedgerChange['change']]: (
    draft: LedgerDraft,
    change: Extract<LedgerChange, { readonly change: Name }>,
  ) => void;
} = {
  put: (draft, { address, entry }) => putEntry(draft, address, entry),
  remove: (draft, { address }) => removeObject(draft, address),
  rename: (draft, { from, to }) => moveEntry(draft, from, to),
  orphan: (draft, change) => putOrphan(draft, change.address, change),
  'drop-orphan': (draft, { address }) => removeGoneOrphan(draft, address),
  doubt: (draft, { address, create }) => draft.unknown.set(address, create),
  absent: (draft, { address }) => putAbsent(draft, address),
  settled: (draft, { op }) => settle(draft, op),
  seen: (draft, { op, at }) => redate(draft, op, at),
  'use-approvals': (draft, { approvals }) => useApprovals(draft, approvals),
  'apply-plan': (draft, { plan }) => rememberPlan(draft, plan),
  bind: (draft, { api }) => {
    draft.rest = { ...draft.rest, api };
  },
};

/**
 * Adds or replaces the entry of an address. This resolves an unknown create of the address and marks its approvals as
 * used.
 */
export function putEntry(draft: LedgerDraft, address: Address, entry: LedgerEntry): void {
  const create = draft.unknown.items[address];
  draft.unknown.remove(address);
  removeAbsent(draft, address);
  removeLate(draft, entry.id);
  rememberWays(draft, address, { before: draft.resources.items[address], after: entry });
  draft.resources.set(address, entry);
  if (create?.approvals === undefined) return;
  useApprovals(
    draft,
    create.approvals.map((approval) => ({ ...approval, at: create.since })),
  );
}

/** Records that a create made no object. If no list could show it, it is remembered, as it may be there after all. */
export function putAbsent(draft: LedgerDraft, address: Address): void {
  const create = draft.unknown.items[address];
  draft.unknown.remove(address);
  if (create === undefined || kinds[create.kind].operations.list !== undefined) return;
  draft.rest = { ...draft.rest, absent: { ...draft.rest.absent, [address]: create } };
}

function removeAbsent(draft: LedgerDraft, address: Address): void {
  const { absent, ...rest } = draft.rest;
  if (absent?.[address] === undefined) return;
  const { [address]: _gone, ...left } = absent;
  draft.rest = Object.keys(left).length === 0 ? rest : { ...rest, absent: left };
}

/** Records that an update or a delete without a response cannot arrive any more. Of an update it is remembered. */
export function settle(draft: LedgerDraft, op: string): void {
  const write = draft.unsettled.items[op];
  draft.unsettled.remove(op);
  if (write?.sent !== undefined) draft.late.set(op, write);
}

/** Records that the request with this nonce was sent by then. */
function redate({ unknown, unsettled }: LedgerDraft, op: string, since: string): void {
  for (const [address, create] of Object.entries(unknown.items) as [Address, UnknownCreate][])
    if (create.op === op) unknown.set(address, { ...create, since });
  const write = unsettled.items[op];
  if (write !== undefined) unsettled.set(op, { ...write, since });
}

function removeLate({ late }: LedgerDraft, id: string | undefined): void {
  for (const op of late.keysWithId(id)) late.remove(op);
}

function removeUnsettled({ unsettled }: LedgerDraft, id: string | undefined): void {
  for (const op of unsettled.keysWithId(id)) unsettled.remove(op);
}

/** Removes the entry of an object that is gone: no earlier request can change it any more. */
export function removeObject(draft: LedgerDraft, address: Address): void {
  const { resources, unsettled, late } = draft;
  const before = resources.items[address];
  const gone = before?.id;
  rememberWays(draft, address, { before, after: undefined });
  resources.remove(address);
  if (unsettled.keysWithId(gone).length + late.keysWithId(gone).length === 0) return;
  // A damaged ledger may have the object under another address, where it stays managed.
  if (resources.keysWithId(gone).length > 0) return;
  removeUnsettled(draft, gone);
  removeLate(draft, gone);
}

/** Moves an entry to another address, otherwise unchanged. An orphan of the old address is revived. */
export function moveEntry(draft: LedgerDraft, from: Address, to: Address): void {
  const entry = draft.resources.items[from];
  if (entry === undefined) {
    revive(draft, from, to);
    return;
  }
  draft.resources.remove(from);
  putEntry(draft, to, entry);
}

/**
 * Turns an entry into an orphan: its object is live but not declared. An older orphan of the same address is kept under
 * the next free name.
 */
export function putOrphan(
  draft: LedgerDraft,
  address: Address,
  { since, how }: Pick<Orphan, 'since' | 'how'>,
): void {
  const { resources, orphans } = draft;
  const entry = resources.items[address];
  if (entry === undefined) return;
  const older = orphans.items[address];
  if (older !== undefined) orphans.set(freeName(draft, address), older);
  resources.remove(address);
  orphans.set(address, { ...entry, since, how });
}

export function removeGoneOrphan(draft: LedgerDraft, address: Address): void {
  const before = draft.orphans.items[address];
  const gone = before?.id;
  rememberWays(draft, address, { before, after: undefined });
  draft.orphans.remove(address);
  removeUnsettled(draft, gone);
  removeLate(draft, gone);
}

/** Turns an orphan into an entry again. */
export function revive(draft: LedgerDraft, from: Address, to: Address): void {
  const orphan = draft.orphans.items[from];
  if (orphan === undefined) return;
  const { since: _since, how: _how, ...entry } = orphan;
  draft.orphans.remove(from);
  putEntry(draft, to, entry);
}

/** The number of applied plans remembered: older ones are refused by their serial, with a different message. */
const rememberedPlans = 20;

function rememberPlan(draft: LedgerDraft, plan: AppliedPlan): void {
  draft.rest = { ...draft.rest, plans: [...(draft.rest.plans ?? []), plan].slice(-rememberedPlans) };
}

/** Records approvals as used, each once. */
export function useApprovals(draft: LedgerDraft, used: readonly UsedApproval[]): void {
  const { approvals = [] } = draft.rest;
  const isKnown = ({ address, change }: UsedApproval): boolean =>
    approvals.some((approval) => approval.address === address && approval.change === change);
  const fresh = used.filter((approval) => !isKnown(approval));
  if (fresh.length > 0) draft.rest = { ...draft.rest, approvals: [...approvals, ...fresh] };
}

function freeName({ resources, orphans }: LedgerDraft, address: Address): Address {
  for (let count = 2; ; count++) {
    const name: Address = `${address}-${count}`;
    if (resources.items[name] === undefined && orphans.items[name] === undefined) return name;
  }
}
