/**
 * Recognizes updates and deletes of ours whose responses were lost by what is live now: a state that such a request
 * makes is ours, not a change made outside Edgewright. Fields are compared one by one, since something else may have
 * changed other fields meanwhile. A field proves nothing if it was the same before the request.
 */
import { valueAtAnyCase } from '../../derive/forms/tree.ts';
import { itemsBy } from '../../text/lists/items-by.ts';
import { holdsMask } from '../../derive/forms/mask-text.ts';
import { settlingSeconds } from '../../derive/forms/settling.ts';
import { hideLike, toLedgerForm, ledgerSecret } from '../../derive/forms/ledger-form.ts';
import { isServiceForm } from '../../derive/compare/service-form.ts';
import type { Field } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { LedgerChange } from '../../model/ledger/ledger-change.ts';
import type { LedgerSpec, LedgerEntry, LedgerState, UnsettledWrite } from '../../model/ledger/ledger.ts';
import type { Live, LiveState } from '../../model/live.ts';
import { Secret, type SecretLookup } from '../../model/secret.ts';
import type { Json, Path } from '../../model/value.ts';
import type { Address } from '../../model/workspace/address.ts';
import { childField, sameAsLedger, type ValueInLedger } from './same-as-ledger.ts';
import { isChangedOutside } from './field-sides.ts';
import { isSwitchedOff, withStatedEnabled } from '../../derive/module-state.ts';
import { comparerOf, type SecretComparer } from './secret-comparer.ts';

export interface LostWriteContext {
  /** Not after the beginning of the reading. */
  readonly readAt: Date;
  /** The addresses in the files. */
  readonly declared: ReadonlySet<Address>;
  readonly secrets: SecretLookup;
  readonly fingerprint?: ((uid: string, path: Path, value: Secret) => string | undefined) | undefined;
}

/** The changes that record the updates, and the deletes of declared resources, that were carried out after all. */
export function lostWritesFound(
  { resources, unsettled = {}, late = {} }: Pick<LedgerState, 'resources' | 'unsettled' | 'late'>,
  { known }: Pick<LiveState, 'known'>,
  context: LostWriteContext,
): readonly LedgerChange[] {
  const writes = [...Object.values(late), ...Object.values(unsettled)];
  if (writes.length === 0) return [];
  return Object.entries(resources).flatMap(([name, entry]) => {
    const address = name as Address;
    const writesOfEntry = writesOf(writes, entry.id);
    const live = known.get(address);
    if (writesOfEntry.length === 0 || live === undefined) return [];
    return live === 'missing' || live.id !== entry.id
      ? deleted(address, { entry, own: writesOfEntry }, context)
      : updated({ address, entry, live }, writesOfEntry, context);
  });
}

/** The requests to an object. */
export const writesOf = itemsBy<UnsettledWrite>(({ id }) => [id]);

/** Whether a live object has everything that the update sends, so that its late arrival changes nothing. */
export function isAsSent(write: UnsettledWrite, live: Live, comparer: SecretComparer): boolean {
  if (write.action === 'delete' || write.sent === undefined) return false;
  return Object.entries(write.sent).every(([name, sent]) => hasSent(live, { name, sent }, comparer));
}

function deleted(
  address: Address,
  { entry, own: writesOfEntry }: { readonly entry: LedgerEntry; readonly own: readonly UnsettledWrite[] },
  { declared, readAt }: LostWriteContext,
): readonly LedgerChange[] {
  const write = writesOfEntry.find(({ action }) => action === 'delete');
  // An object that was written a moment ago may not be visible yet.
  if (write === undefined || !declared.has(address) || settlingSeconds(entry, readAt) > 0) return [];
  return [{ change: 'remove', address }, ...usedBy(write)];
}

function updated(
  { address, entry, live }: LiveEntry & { readonly address: Address },
  writes: readonly UnsettledWrite[],
  context: LostWriteContext,
): readonly LedgerChange[] {
  const comparer = comparerOf(context, entry);
  let next = entry;
  const used: LedgerChange[] = [];
  for (const write of writes) {
    const names = Object.entries(write.sent ?? {}).flatMap(([name, sent]) => {
      const field = fieldOf(live, name);
      if (field === undefined || !isChangedOutside(entry, live.spec, { name, field, comparer })) return [];
      return hasSent(live, { name, sent }, comparer) ? [name] : [];
    });
    if (names.length === 0) continue;
    next = withLostWrite({ entry: next, live }, { names, write }, comparer);
    used.push(...usedBy(write));
  }
  return next === entry ? [] : [{ change: 'put', address, entry: next }, ...used];
}

/** A live object, and its entry in the ledger. */
interface LiveEntry {
  readonly entry: LedgerEntry;
  readonly live: Live;
}

/** The entry as if the update had been answered, for these fields. */
function withLostWrite(
  { entry, live }: LiveEntry,
  { names, write }: { readonly names: readonly string[]; readonly write: UnsettledWrite },
  { secrets, fingerprint }: SecretComparer,
): LedgerEntry {
  const { sent = {}, since } = write;
  const hidden = hideLike(hideLike(live.spec, entry.applied), sent);
  const seen = toLedgerForm(hidden, secrets, fingerprint);
  const taken = (from: LedgerSpec): LedgerSpec =>
    Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
  const left = (from: LedgerSpec): LedgerSpec =>
    Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));
  return {
    ...entry,
    applied: { ...left(entry.applied ?? {}), ...taken(sent) },
    observed: { ...left(entry.observed), ...taken(seen) },
    observed_at: since,
  };
}

/** The approvals of a request that turned out to be carried out. */
function usedBy({ approvals = [], since }: UnsettledWrite): readonly LedgerChange[] {
  if (approvals.length === 0) return [];
  return [{ change: 'use-approvals', approvals: approvals.map((approval) => ({ ...approval, at: since })) }];
}

function fieldOf({ kind }: Live, name: string): Field | undefined {
  return kinds[kind].fields[name];
}

/** Whether the live field has all that was sent. What else it has was filled in by the service. */
function hasSent(
  live: Live,
  { name, sent }: { readonly name: string; readonly sent: Json },
  comparer: SecretComparer,
): boolean {
  const field = fieldOf(live, name);
  if (field === undefined) return false;
  const { spec } = live;
  const hidden =
    spec[name] === undefined ? undefined : hideLike({ [name]: spec[name] }, { [name]: sent })[name];
  const now = withStatedEnabled(field, hidden);
  // A service may drop a module that is disabled.
  if (isSwitchedOff(sent)) return now === undefined || isSwitchedOff(now);
  return covers({ field, path: [name], value: now, kept: withStatedEnabled(field, sent) ?? sent }, comparer);
}

function covers(both: ValueInLedger & { readonly kept: Json }, comparer: SecretComparer): boolean {
  const { field, path, value: now, kept: sent } = both;
  if (ledgerSecret(sent) !== undefined) {
    const isShown = now instanceof Secret && !holdsMask(now.reveal());
    return isShown ? sameAsLedger(both, comparer) : true;
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return sameAsLedger(both, comparer) || isServiceForm(field, sent, now);
  return Object.entries(sent).every(([name, item]) =>
    covers(
      {
        field: childField(field, name),
        path: [...path, name],
        value: valueAtAnyCase(now, [name]),
        kept: item,
      },
      comparer,
    ),
  );
}
