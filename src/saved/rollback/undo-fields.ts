import { kinds } from '../../kinds/index.ts';
import type { LedgerEntry } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Json, Spec, Value } from '../../model/value.ts';
import type { FoundObject } from './find-object.ts';
import { isApproved } from './is-approved.ts';
import { leftAlone } from './left-alone.ts';
import type { RollbackObject } from './rollback.ts';
import type { Undoing } from './undoing.ts';
import { holdsSecret, keptLive, sameKept, shownNow } from './same-kept.ts';
import type { TouchedField } from './touched-fields.ts';
import { isRestorable, specOf, valueOf, writtenAgain } from './written-again.ts';

/** Restores the fields that the run changed; those changed again since then stay. */
export function undoFields(undoing: Undoing, object: RollbackObject): void {
  const { find, live, kept, restored, run } = undoing;
  const found = find(object);
  const why = found === undefined ? 'not-in-ledger' : notThere(undoing, object, found);
  if (found === undefined || why !== undefined) {
    kept.push({ code: why ?? 'not-in-ledger', address: object.address, run });
    return;
  }
  const { place, address, entry } = found;
  const seen = (place === 'resources' ? live.known : live.orphans).get(address);
  const spec = specOf(entry.applied ?? entry.observed);
  const put = (name: string, was: Json | undefined): void => {
    if (was === undefined) Reflect.deleteProperty(spec, name);
    else spec[name] = valueOf(was, name);
  };
  const again = new Map<string, Again>();
  for (const [name, field] of Object.entries(object.fields)) {
    const state = stateOf(name, field, entry, seen === 'missing' ? undefined : seen);
    if (state === 'done') continue;
    if (field.was !== undefined && !isRestorable(field.was))
      kept.push({ code: 'secret-field', address, field: name });
    else if (state === 'as-left') put(name, field.was);
    else again.set(name, state);
  }
  if (again.size > 0 && isForced(undoing, found, { again, fields: object.fields, seen })) {
    for (const name of again.keys()) put(name, object.fields[name]?.was);
    undoing.restores.set(address, new Set(again.keys()));
  }
  restored.push(named(undoing, object, found, spec));
}

/** The origin of a later change: a later run or a pull of ours, or outside Edgewright. */
type Again = 'later-run' | 'outside';

function stateOf(
  name: string,
  { was, left }: TouchedField,
  { kind, applied, observed }: LedgerEntry,
  live: Live | undefined,
): 'done' | 'as-left' | Again {
  const field = kinds[kind].fields[name];
  const written = applied?.[name];
  if (applied !== undefined && sameKept(field, written, was, 'named')) return 'done';
  const now = live && keptLive(live, { kind, applied, observed } as LedgerEntry)[name];
  const isNow = (known: Json | undefined): boolean => sameKept(field, now, known, 'unnamed');
  if (live !== undefined && isNow(was) && !holdsSecret(was)) return 'as-left';
  if (!sameKept(field, written, left, 'named')) return 'later-run';
  return live === undefined || [was, observed[name], written].some(isNow) ? 'as-left' : 'outside';
}

/** The reason why the object can no longer be restored. */
function notThere(
  { ledger }: Undoing,
  { action }: RollbackObject,
  { place, address }: FoundObject,
): 'no-longer-managed' | 'name-given-away' | undefined {
  if (place === 'resources') return undefined;
  if (action !== 'retire') return 'no-longer-managed';
  return ledger.resources[address] === undefined ? undefined : 'name-given-away';
}

interface ChangedAgain {
  readonly again: ReadonlyMap<string, Again>;
  readonly fields: RollbackObject['fields'];
  readonly seen: Live | 'missing' | undefined;
}

/** Whether they are restored anyway: by `drift: revert` for outside changes, or by an approval of exactly these. */
function isForced(
  undoing: Undoing,
  { address, entry }: FoundObject,
  { again, fields, seen }: ChangedAgain,
): boolean {
  const { run, ledger, drift, held } = undoing;
  if (drift === 'revert' && [...again.values()].every((by) => by === 'outside')) return true;
  const names = [...again.keys()];
  const pick = (valueAt: (name: string) => Value | undefined): Spec =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = valueAt(name);
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
  const now = shownNow(seen, entry);
  const was = (name: string): Value | undefined => {
    const kept = fields[name]?.was;
    return kept === undefined ? undefined : valueOf(kept, name);
  };
  const step = leftAlone(
    {
      address,
      entry,
      run,
      ledger,
      reason: { code: changedAgain(again), run },
    },
    { now: pick((name) => now[name]), was: pick(was) },
  );
  if (isApproved(undoing, step)) return true;
  held.push(step);
  return false;
}

function changedAgain(again: ReadonlyMap<string, Again>): `run-changed-again${'' | '-outside' | '-later'}` {
  const all = new Set(again.values());
  if (all.size > 1) return 'run-changed-again';
  return all.has('outside') ? 'run-changed-again-outside' : 'run-changed-again-later';
}

/** Under its former name, if that is free and the object has not been renamed again. */
function named(
  { ledger, kept, run }: Undoing,
  { address: left, formerly }: RollbackObject,
  { address, entry }: FoundObject,
  spec: Spec,
): ReturnType<typeof writtenAgain> {
  const { environment, resources } = ledger;
  const same = writtenAgain(address, entry, environment, spec);
  if (formerly === undefined || formerly === address) return same;
  if (address !== left) {
    kept.push({ code: 'renamed-again', address, run });
    return same;
  }
  if (resources[formerly] !== undefined) {
    kept.push({ code: 'name-taken', address, other: formerly });
    return same;
  }
  return { ...writtenAgain(formerly, entry, environment, spec), formerly: [address] };
}
