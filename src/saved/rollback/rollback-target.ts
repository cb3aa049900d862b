/**
 * The target state of a rollback, in the form of declared resources: for each object of the run, the fields it changed
 * as they were before, and all other fields as in the ledger now. The planner then compares it with the live state as
 * usual. Since the file records what the run left, later changes are recognized by field: they stay unless an approval
 * allows their undo. An object is identified by its id, or by the uid from the run, since names may have been reused.
 */
import type { GivenApproval } from '../../model/approval.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Desired } from '../../model/desired.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { RollbackKept } from '../../model/facts/rollback.ts';
import type { Address } from '../../model/workspace.ts';
import { finderOf } from './find-object.ts';
import type { Rollback, RollbackObject } from './rollback.ts';
import { undoCreate } from './undo-create.ts';
import { undoFields } from './undo-fields.ts';
import type { Now, Undoing } from './undoing.ts';
import { isRestorable, specOf, writtenAgain } from './written-again.ts';

export interface RollbackTarget {
  readonly desired: readonly Desired[];
  /** Objects that the run adopted: they are no longer managed, never deleted. */
  readonly forgotten: readonly Address[];
  /** The addresses to plan. */
  readonly only: readonly Address[];
  /** Parts of the run that are not undone. */
  readonly kept: readonly RollbackKept[];
  /** Steps for changes made since the run, which stay unless approved. */
  readonly held: readonly Step[];
  /** Fields that are restored although they were changed again outside Edgewright, because of an approval. */
  readonly restores: ReadonlyMap<Address, ReadonlySet<string>>;
  /** The approvals used for that, by address. */
  readonly approved: ReadonlyMap<Address, readonly GivenApproval[]>;
}

export function rollbackTarget({ run, objects }: Rollback, now: Now): RollbackTarget {
  const { ledger } = now;
  const undoing: Undoing = {
    ...now,
    run,
    find: finderOf(ledger),
    restored: [],
    gone: new Set(),
    forgotten: [],
    kept: [],
    held: [],
    restores: new Map(),
    approved: new Map(),
  };
  for (const object of objects) undo(undoing, object);
  const { restored, gone, forgotten, kept, held, restores, approved } = undoing;
  const renamed = restored.flatMap(({ formerly }) => formerly) as readonly Address[];
  const handled = new Set([...restored.map(({ address }) => address), ...renamed, ...gone, ...forgotten]);
  const others = (Object.keys(ledger.resources) as Address[])
    .filter((address) => !handled.has(address))
    .flatMap((address) => asNow(ledger, address));
  return {
    desired: [...others, ...restored],
    forgotten,
    only: [...new Set([...[...restored, ...held].map(({ address }) => address), ...gone, ...forgotten])],
    kept,
    held,
    restores,
    approved,
  };
}

function asNow({ resources, environment }: LedgerState, address: Address): readonly Desired[] {
  const entry = resources[address];
  if (entry === undefined) return [];
  return [writtenAgain(address, entry, environment, specOf(entry.applied ?? entry.observed))];
}

function undo(undoing: Undoing, object: RollbackObject): void {
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
function undoDelete({ ledger, find, restored, kept, run }: Undoing, object: RollbackObject): void {
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
function undoForget({ ledger, find, restored, kept }: Undoing, object: RollbackObject): void {
  const found = find(object);
  if (found?.place !== 'orphans') return;
  const { address, entry } = found;
  if (ledger.resources[address] === undefined)
    restored.push(writtenAgain(address, entry, ledger.environment, specOf(entry.applied ?? entry.observed)));
  else kept.push({ code: 'not-managed-again', address, id: entry.id });
}
