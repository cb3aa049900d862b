import { kinds } from '../../kinds/index.ts';
import type { LedgerEntry } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Spec } from '../../model/value.ts';
import type { RollbackObject } from './rollback.ts';
import type { Undoing } from './undoing.ts';
import { isApproved } from './is-approved.ts';
import { leftAlone } from './left-alone.ts';
import { keptLive, sameKept, shownNow } from './same-kept.ts';
import { specOf } from './written-again.ts';

/** Deletes the object that the run created, unless a later run or an outside change modified it. */
export function undoCreate(undoing: Undoing, object: RollbackObject): void {
  const { ledger, find, kept, gone, held, run, live } = undoing;
  const { address, entry, fields } = object;
  if (entry !== undefined) {
    kept.push({ code: 'replaced', address, run });
    return;
  }
  const found = find(object);
  if (found === undefined) {
    if (ledger.resources[address] !== undefined) kept.push({ code: 'other-object', address, run });
    return;
  }
  if (found.place === 'orphans') {
    kept.push({ code: 'no-longer-managed', address: found.address, run });
    return;
  }
  const seen = live.known.get(found.address);
  const names = changedSince(undoing, object, found.entry, seen);
  const pick = (spec: Spec): Spec =>
    Object.fromEntries(Object.entries(spec).filter(([name]) => names.includes(name)));
  const left = Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.left === undefined ? [] : [[name, field.left] as const],
    ),
  );
  const step = leftAlone(
    {
      address: found.address,
      entry: found.entry,
      run,
      ledger,
      reason: { code: 'run-created-changed', run },
    },
    { now: pick(shownNow(seen, found.entry)), was: pick(specOf(left)) },
  );
  if (names.length === 0 || isApproved(undoing, step)) gone.add(found.address);
  else held.push(step);
}

/** Fields changed by a later run, or outside Edgewright if such drift is not reverted automatically. */
function changedSince(
  { drift }: Undoing,
  { fields }: RollbackObject,
  entry: LedgerEntry,
  seen: Live | 'missing' | undefined,
): readonly string[] {
  const { kind, applied = {} } = entry;
  const later = [...Object.keys(fields), ...Object.keys(applied)].filter(
    (name) => !sameKept(kinds[kind].fields[name], applied[name], fields[name]?.left, 'named'),
  );
  return [...new Set([...later, ...(drift === 'revert' ? [] : changedOutside(entry, seen))])];
}

/** Fields whose live value is neither the applied nor the observed one. */
function changedOutside(entry: LedgerEntry, live: Live | 'missing' | undefined): readonly string[] {
  if (live === undefined || live === 'missing') return [];
  const { kind, applied = {}, observed } = entry;
  const now = keptLive(live, entry);
  return Object.entries(kinds[kind].fields).flatMap(([name, field]) => {
    const known = [observed[name], applied[name]];
    const isKnown =
      field.readOnly === true || known.some((one) => sameKept(field, now[name], one, 'unnamed'));
    return isKnown ? [] : [name];
  });
}
