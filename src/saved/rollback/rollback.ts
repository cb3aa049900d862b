/**
 * What undoes a run, written before it: of each object that the run is to change which fields it changes, from what to
 * what, and what the ledger knew of it. So a field that someone else changes later is known to be none of the run's,
 * and one that the run changed is known to have been changed again. No secret is in it, because none is in the ledger: a
 * secret is the name of its reference. What cannot be undone is known beforehand, from what the API can do, and is in
 * it by codes.
 */
import type { StepAction, Step } from '../../model/plan/step.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { keptSecret } from '../../derive/forms/kept.ts';
import type { LedgerEntry, LedgerState, Orphan } from '../../model/ledger.ts';
import type { LiveState } from '../../model/live.ts';
import type { RollbackLoss } from '../../model/facts/rollback.ts';
import type { Json } from '../../model/value.ts';
import type { Address } from '../../model/workspace.ts';
import { changesSomething } from '../plan/document.ts';
import { lostBy } from './rollback-lost.ts';
import { touchedFields, type TouchedField } from './touched-fields.ts';

export interface Rollback {
  readonly format: 3;
  readonly environment: string;
  readonly lineage: string;
  readonly api: string;
  /** Its name: the serial of the ledger before it, and a number where there is more than one of them. */
  readonly run: string;
  /** RFC 3339. */
  readonly at: string;
  readonly objects: readonly RollbackObject[];
}

export interface RollbackObject {
  /** As the run leaves it. */
  readonly address: Address;
  readonly action: StepAction;
  /** The address that the ledger had it under, where that was another. */
  readonly formerly?: Address;
  /** Of the object; absent where the run makes it. */
  readonly id?: string;
  /** Of the entry of what the run makes. */
  readonly uid?: string;
  /** Absent: the ledger did not know it. */
  readonly entry?: LedgerEntry;
  /** It was one. */
  readonly orphan?: Orphan;
  /** What the run changes; of what it makes, all that is declared. */
  readonly fields: Readonly<Record<string, TouchedField>>;
  /** What cannot be undone. */
  readonly lost: readonly RollbackLoss[];
}

/** What a plan was made by, and what its creates will be known by. */
export interface RunState {
  readonly ledger: LedgerState;
  readonly live: LiveState;
  readonly ops: ReadonlyMap<Address, string>;
  /** Whether a text holds a secret that is set here: someone may have put it anywhere. */
  readonly isKnownIn?: ((text: string) => boolean) | undefined;
}

export function rollbackOf(
  plan: Plan,
  state: RunState,
  about: Pick<Rollback, 'run' | 'at' | 'api'>,
): Rollback {
  const { environment, lineage, steps } = plan;
  const objects = steps.filter(changesSomething).map((step) => objectOf(step, state));
  return { format: 3, environment, lineage, ...about, objects };
}

function objectOf(
  step: Step,
  { ledger: { resources, orphans }, live, ops, isKnownIn = () => false }: RunState,
): RollbackObject {
  const { address, action, formerly, id } = step;
  const name = formerly ?? address;
  const entry = resources[name];
  const orphan = entry === undefined ? orphans[name] : undefined;
  const seen = entry === undefined ? live.orphans.get(name) : live.known.get(name);
  const uid = action === 'create' ? ops.get(address) : undefined;
  return {
    address,
    action,
    ...(formerly === undefined ? {} : { formerly }),
    ...(id === undefined || action === 'create' ? {} : { id }),
    ...(uid === undefined ? {} : { uid }),
    ...(entry === undefined ? {} : { entry }),
    ...(orphan === undefined ? {} : { orphan }),
    fields: withoutKnown(
      touchedFields(step, entry ?? orphan, seen === 'missing' ? undefined : seen),
      isKnownIn,
    ),
    lost: lostBy(step),
  };
}

/** A text with such a secret in it is kept as one without a name: it is not put back. */
function withoutKnown(
  fields: RollbackObject['fields'],
  isKnownIn: (text: string) => boolean,
): RollbackObject['fields'] {
  const hidden = (value: Json): Json => {
    if (typeof value === 'string') return isKnownIn(value) ? { $secret: {} } : value;
    if (typeof value !== 'object' || value === null || keptSecret(value) !== undefined) return value;
    if (Array.isArray(value)) return value.map((item: Json) => hidden(item));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hidden(item)]));
  };
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.was === undefined ? field : { ...field, was: hidden(field.was) },
    ]),
  );
}
