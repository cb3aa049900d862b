import { hasSecret } from '../../derive/forms/masked.ts';
import { kinds } from '../../kinds/index.ts';
import type { RollbackLoss } from '../../model/facts/rollback.ts';
import type { LedgerEntry, LedgerState, Orphan } from '../../model/ledger/ledger.ts';
import type { LiveState } from '../../model/live.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import type { Plan, PlanNote } from '../../model/plan/plan.ts';
import type { Step, StepAction } from '../../model/plan/step.ts';
import type { Address } from '../../model/workspace/address.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { countSteps } from '../finish/describe-steps.ts';
import { changesSomething } from '../saved/plan-document.ts';
import { type TouchedField, touchedFields } from './touched-fields.ts';

/**
 * A rollback file, written before its run: for each object that the run will change, the changed fields with their
 * values before and after, and its ledger entry. So a field changed later by others is known not to belong to the run,
 * and one that the run changed is known to have changed again. It has no secrets, because the ledger has none: a secret
 * is the name of its reference. Losses are known beforehand, from the operations of the API, and are listed as codes.
 */

export interface Rollback {
  readonly format: 4;
  readonly environment: string;
  readonly lineage: string;
  readonly api: string;
  /** The name of the run: the serial of the ledger after it, and a count if there are several runs with it. */
  readonly run: string;
  /** The id of the run, as its journal, its lock and the log have it. */
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
  readonly objects: readonly RollbackObject[];
}

export interface RollbackObject {
  /** The address after the run. */
  readonly address: Address;
  readonly action: StepAction;
  /** The address in the ledger before the run, if it was another. */
  readonly formerly?: Address;
  /** The id of the object; absent if the run creates it. */
  readonly id?: string;
  /** The uid of the ledger entry that the run creates. */
  readonly uid?: string;
  /** The ledger entry before the run; absent if there was none. */
  readonly entry?: LedgerEntry;
  /** The orphan before the run, if it was one. */
  readonly orphan?: Orphan;
  /** The fields that the run changes; for a created object, all declared fields. */
  readonly fields: Readonly<Record<string, TouchedField>>;
  /** Losses that cannot be undone. */
  readonly lost: readonly RollbackLoss[];
}

/** The state a plan was made from, and the ops that will identify the objects it creates. */
export interface RunState {
  readonly ledger: LedgerState;
  readonly live: LiveState;
  readonly ops: ReadonlyMap<Address, string>;
}

export function rollbackOf(
  plan: Plan,
  state: RunState,
  about: Pick<Rollback, 'run' | 'id' | 'at' | 'api'>,
): Rollback {
  const { environment, lineage, steps } = plan;
  const objects = steps.filter(changesSomething).map((step) => objectOf(step, state));
  return { format: 4, environment, lineage, ...about, objects };
}

function objectOf(step: Step, { ledger: { resources, orphans }, live, ops }: RunState): RollbackObject {
  const { address, action, formerly, id } = step;
  const name = formerly ?? address;
  const entry = resources[name];
  const orphan = entry === undefined ? orphans[name] : undefined;
  const seen = entry === undefined ? live.orphans.get(name) : live.known.get(name);
  const uid = action === 'create' ? ops.get(address) : undefined;
  return withoutUndefined({
    address,
    action,
    formerly,
    id: action === 'create' ? undefined : id,
    uid,
    entry,
    orphan,
    fields: touchedFields(step, entry ?? orphan, seen === 'missing' ? undefined : seen),
    lost: lostBy(step),
  });
}

/** The effects of a step that no rollback can undo. */
function lostBy(step: Step): readonly RollbackLoss[] {
  const { address, action, kind, id, liveHash } = step;
  const { operations } = kinds[kind];
  switch (action) {
    case 'create':
      return operations.delete === undefined ? [{ code: 'cannot-delete', address, kind }] : [];
    case 'delete':
      return [{ code: 'new-id', address, ...withoutUndefined({ id }) }];
    case 'forget':
      return liveHash === undefined ? [{ code: 'gone', address }] : [];
    case 'update':
    case 'retire':
      return operations.update === undefined ? [] : lostByUpdate(step);
    case 'adopt':
    case 'keep':
    case 'drift':
    case 'blocked':
      return [];
  }
}

function lostByUpdate({ address, kind, changes, requests }: Step): readonly RollbackLoss[] {
  const sent = Object.entries(requests[0]?.body ?? {});
  const isModule = (name: string): boolean => kinds[kind].fields[name]?.type === 'module';
  const added = sent
    .map(([name]) => name)
    .filter(
      (name) =>
        isModule(name) && changes.some(({ path, before }) => within(path, name) && before === undefined),
    )
    .filter((name) => !changes.some(({ path, before }) => within(path, name) && before !== undefined));
  const secret = sent
    .filter(([name, value]) => hasSecret(value) && changes.some(({ path }) => within(path, name)))
    .map(([name]) => name);
  const wiped = changes.filter(({ cause }) => cause === 'replaced-whole').map(({ path }) => path);
  return [
    ...(added.length === 0 ? [] : [{ code: 'modules-stay', address, modules: added } as const]),
    ...(secret.length === 0 ? [] : [{ code: 'secrets-unknown', address, fields: secret } as const]),
    ...(wiped.length === 0 ? [] : [{ code: 'never-declared', address, fields: wiped } as const]),
  ];
}

function within(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
}

/** The plan of a rollback with reasons that fit: nothing was removed from a file, and no file has a place to show. */
export function inWordsOfRollback(plan: Plan, { run, objects }: Rollback, kept: readonly Step[]): Plan {
  const made = new Set<Address>(
    objects.filter(({ action }) => action === 'create').map(({ address }) => address),
  );
  // Outside changes to objects that the run did not touch are irrelevant to a rollback.
  const steps = [
    ...kept,
    ...plan.steps
      .filter(({ action }) => action !== 'drift')
      .map(withoutPlaces)
      .map((step) => (made.has(step.address) ? worded(step, run) : step)),
  ];
  const notes = plan.notes.map(({ origin: _origin, ...note }): PlanNote => note);
  return { ...plan, steps, notes, summary: countSteps(steps) };
}

function withoutPlaces({ origin: _origin, ...step }: Step): Step {
  return { ...step, changes: step.changes.map(({ origin: _place, ...change }): FieldChange => change) };
}

function worded(step: Step, run: string): Step {
  if (step.action === 'delete') return { ...step, reason: { code: 'run-created', run } };
  if (step.action !== 'blocked' || kinds[step.kind].operations.delete !== undefined) return step;
  return {
    ...step,
    reason: { code: 'run-created-stays', run, kind: step.kind },
    remedies: [{ code: 'delete-in-dashboard' }],
  };
}
