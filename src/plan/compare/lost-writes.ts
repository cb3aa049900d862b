/**
 * Recognizes updates and deletes of ours whose responses were lost by what is live now: a state that such a request
 * makes is ours, not a change made outside Edgewright. Fields are compared one by one, since something else may have
 * changed other fields meanwhile. A field proves nothing if it was the same before the request.
 */
import { valueAtAnyCase } from '../../derive/forms/tree.ts';
import { itemsBy } from '../../text/items-by.ts';
import { holdsMask } from '../../derive/forms/mask-text.ts';
import { settlingSeconds } from '../../derive/forms/settling.ts';
import { hideLike, toLedgerForm, ledgerSecret } from '../../derive/forms/ledger-form.ts';
import { isServiceForm } from '../../derive/compare/service-form.ts';
import type { Field } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { LedgerChange } from '../../model/ledger/journal.ts';
import type { LedgerSpec, LedgerEntry, LedgerState, UnsettledWrite } from '../../model/ledger/ledger.ts';
import type { Live, LiveState } from '../../model/live.ts';
import { Secret, type SecretLookup } from '../../model/secret.ts';
import type { Json, Path, Spec, Value } from '../../model/value.ts';
import type { Address } from '../../model/workspace.ts';
import { childField, comparerOf, sameAsLedger, type SecretComparer } from './same-as-ledger.ts';
import { isChangedOutside } from './field-sides.ts';
import { isSwitchedOff, withStatedEnabled } from '../../derive/module-state.ts';

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
      : updated(address, { entry, live }, writesOfEntry, context);
  });
}

/** The requests to an object. */
export const writesOf = itemsBy<UnsettledWrite>(({ id }) => [id]);

/** Whether a live object has everything that the update sends, so that its late arrival changes nothing. */
export function isAsSent(write: UnsettledWrite, live: Live, comparer: SecretComparer): boolean {
  if (write.action === 'delete' || write.sent === undefined) return false;
  return Object.entries(write.sent).every(([name, sent]) =>
    hasSent(fieldOf(live, name), live.spec, { name, sent }, comparer),
  );
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
  address: Address,
  { entry, live }: { readonly entry: LedgerEntry; readonly live: Live },
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
      return hasSent(field, live.spec, { name, sent }, comparer) ? [name] : [];
    });
    if (names.length === 0) continue;
    next = withLostWrite(next, live, { names, write }, comparer);
    used.push(...usedBy(write));
  }
  return next === entry ? [] : [{ change: 'put', address, entry: next }, ...used];
}

/** The entry as if the update had been answered, for these fields. */
function withLostWrite(
  entry: LedgerEntry,
  live: Live,
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
  field: Field | undefined,
  spec: Spec,
  { name, sent }: { readonly name: string; readonly sent: Json },
  comparer: SecretComparer,
): boolean {
  if (field === undefined) return false;
  const hidden =
    spec[name] === undefined ? undefined : hideLike({ [name]: spec[name] }, { [name]: sent })[name];
  const now = withStatedEnabled(field, hidden);
  // A service may drop a module that is disabled.
  if (isSwitchedOff(sent)) return now === undefined || isSwitchedOff(now);
  return covers(field, now, withStatedEnabled(field, sent) ?? sent, { comparer, path: [name] });
}

function covers(
  field: Field | undefined,
  now: Value | undefined,
  sent: Json,
  { comparer, path }: { readonly comparer: SecretComparer; readonly path: Path },
): boolean {
  if (ledgerSecret(sent) !== undefined) {
    const isShown = now instanceof Secret && !holdsMask(now.reveal());
    return isShown ? sameAsLedger(field, now, sent, comparer, path) : true;
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return sameAsLedger(field, now, sent, comparer, path) || isServiceForm(field, sent, now);
  return Object.entries(sent).every(([name, item]) =>
    covers(childField(field, name), valueAtAnyCase(now, [name]), item, { comparer, path: [...path, name] }),
  );
}
