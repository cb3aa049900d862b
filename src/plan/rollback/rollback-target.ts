/**
 * The target state of a rollback, in the form of declared resources: for each object of the run, the fields it changed
 * as they were before, and all other fields as in the ledger now. The planner then compares it with the live state as
 * usual. Since the file records what the run left, later changes are recognized by field: they stay unless an approval
 * allows their undo. An object is identified by its id, or by the uid from the run, since names may have been reused.
 */
import { specOf, valueOf } from '../../derive/forms/kept-spec.ts';
import { kinds } from '../../kinds/index.ts';
import type { GivenApproval } from '../../model/approval.ts';
import type { Desired } from '../../model/desired.ts';
import type { RollbackKept } from '../../model/facts/rollback.ts';
import type { LedgerEntry, LedgerState } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Json, Spec, Value } from '../../model/value.ts';
import type { Address } from '../../model/workspace/address.ts';
import { holdsLedgerSecret } from '../compare/same-as-ledger.ts';
import type { Rollback, RollbackObject } from './rollback.ts';
import {
  isRestorable,
  liveInLedgerForm,
  sameLedgerForm,
  shownNow,
  writtenAgain,
  type TouchedField,
} from './touched-fields.ts';
import {
  finderOf,
  isApproved,
  leftAlone,
  undoCreate,
  type FoundObject,
  type LiveSide,
  type UndoState,
} from './undo-create.ts';

export interface RollbackTarget {
  readonly desired: readonly Desired[];
  /** Objects that the run adopted: they are no longer managed, never deleted. */
  readonly forgotten: readonly Address[];
  /** The addresses to plan. */
  readonly only: readonly Address[];
  /** Parts of the run that are not undone. */
  readonly kept: readonly RollbackKept[];
  /** Steps for changes made since the run, which stay unless approved. */
  readonly leftToApprove: readonly Step[];
  /** Fields that are restored although they were changed again outside Edgewright, because of an approval. */
  readonly restores: ReadonlyMap<Address, ReadonlySet<string>>;
  /** The approvals used for that, by address. */
  readonly approved: ReadonlyMap<Address, readonly GivenApproval[]>;
}

export function rollbackTarget({ run, objects }: Rollback, now: LiveSide): RollbackTarget {
  const { ledger } = now;
  const undoing: UndoState = {
    ...now,
    run,
    find: finderOf(ledger),
    restored: [],
    gone: new Set(),
    forgotten: [],
    kept: [],
    leftToApprove: [],
    restores: new Map(),
    approved: new Map(),
  };
  for (const object of objects) undo(undoing, object);
  const { restored, gone, forgotten, kept, leftToApprove, restores, approved } = undoing;
  const renamed = restored.flatMap(({ formerly }) => formerly) as readonly Address[];
  const handled = new Set([...restored.map(({ address }) => address), ...renamed, ...gone, ...forgotten]);
  const others = (Object.keys(ledger.resources) as Address[])
    .filter((address) => !handled.has(address))
    .flatMap((address) => asNow(ledger, address));
  return {
    desired: [...others, ...restored],
    forgotten,
    only: [
      ...new Set([...[...restored, ...leftToApprove].map(({ address }) => address), ...gone, ...forgotten]),
    ],
    kept,
    leftToApprove,
    restores,
    approved,
  };
}

function asNow({ resources, environment }: LedgerState, address: Address): readonly Desired[] {
  const entry = resources[address];
  if (entry === undefined) return [];
  return [writtenAgain(address, entry, environment, specOf(entry.applied ?? entry.observed))];
}

function undo(undoing: UndoState, object: RollbackObject): void {
  switch (object.action) {
    case 'create':
      undoCreate(undoing, object);
      return;
    case 'delete':
      undoDelete(undoing, object);
      return;
    case 'adopt': {
      const found = undoing.find(object);
      if (found?.place === 'resources') undoing.forgotten.push(found.address);
      return;
    }
    case 'forget':
      undoForget(undoing, object);
      return;
    case 'update':
    case 'retire':
    case 'keep':
      undoFields(undoing, object);
      return;
    case 'drift':
    case 'blocked':
      return;
  }
}

/** Creates the object again as it was; if it still exists, the run did not get as far as deleting it. */
function undoDelete({ ledger, find, restored, kept, run }: UndoState, object: RollbackObject): void {
  const { address, entry } = object;
  if (entry === undefined || find(object) !== undefined) return;
  if (ledger.resources[address] !== undefined) {
    kept.push({ code: 'created-again', address, run });
    return;
  }
  const spec = entry.applied ?? entry.observed;
  const lost = Object.keys(spec).filter((name) => !isRestorable(spec[name] ?? null));
  for (const name of lost) kept.push({ code: 'secret-lost', address, field: name });
  restored.push(writtenAgain(address, entry, ledger.environment, specOf(spec)));
}

/** Manages the object again; one that no longer exists is not created again. */
function undoForget({ ledger, find, restored, kept }: UndoState, object: RollbackObject): void {
  const found = find(object);
  if (found?.place !== 'orphans') return;
  const { address, entry } = found;
  if (ledger.resources[address] === undefined)
    restored.push(writtenAgain(address, entry, ledger.environment, specOf(entry.applied ?? entry.observed)));
  else kept.push({ code: 'not-managed-again', address, id: entry.id });
}

/** Restores the fields that the run changed; those changed again since then stay. */
function undoFields(undoing: UndoState, object: RollbackObject): void {
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
  const put = (name: string, before: Json | undefined): void => {
    if (before === undefined) Reflect.deleteProperty(spec, name);
    else spec[name] = valueOf(before, name);
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
  { was: before, left }: TouchedField,
  { kind, applied, observed }: LedgerEntry,
  live: Live | undefined,
): 'done' | 'as-left' | Again {
  const field = kinds[kind].fields[name];
  const written = applied?.[name];
  if (applied !== undefined && sameLedgerForm(field, written, before, 'named')) return 'done';
  const now = live && liveInLedgerForm(live, { kind, applied, observed } as LedgerEntry)[name];
  const isNow = (known: Json | undefined): boolean => sameLedgerForm(field, now, known, 'unnamed');
  if (live !== undefined && isNow(before) && !holdsLedgerSecret(before)) return 'as-left';
  if (!sameLedgerForm(field, written, left, 'named')) return 'later-run';
  return live === undefined || [before, observed[name], written].some(isNow) ? 'as-left' : 'outside';
}

/** The reason why the object can no longer be restored. */
function notThere(
  { ledger }: UndoState,
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
  undoing: UndoState,
  { address, entry }: FoundObject,
  { again, fields, seen }: ChangedAgain,
): boolean {
  const { run, ledger, drift, leftToApprove } = undoing;
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
  const valueBefore = (name: string): Value | undefined => {
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
    { now: pick((name) => now[name]), was: pick(valueBefore) },
  );
  if (isApproved(undoing, step)) return true;
  leftToApprove.push(step);
  return false;
}

function changedAgain(again: ReadonlyMap<string, Again>): `run-changed-again${'' | '-outside' | '-later'}` {
  const all = new Set(again.values());
  if (all.size > 1) return 'run-changed-again';
  return all.has('outside') ? 'run-changed-again-outside' : 'run-changed-again-later';
}

/** Under its former name, if that is free and the object has not been renamed again. */
function named(
  { ledger, kept, run }: UndoState,
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
