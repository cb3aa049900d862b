import type { TrafficShift } from '../../model/traffic/traffic-shift.ts';
import type { GotFact } from '../../model/traffic/got.ts';
import type { ExposureChange, Step, StepAction } from '../../model/plan/step.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import type { ApplyTime } from '../../model/plan/schedule.ts';
import type { Plan, PlanBinding, PlanNote, Refusal, UncomparedSecret } from '../../model/plan/plan.ts';
import type { RequestOutcomes } from '../../model/facts/request-outcomes.ts';
import type { JsonObject } from '../../model/value.ts';
import type { FilledIn } from '../../model/plan/planned-request.ts';
import type { ChangedTest, PlanTests, TestedSide } from '../../model/traffic/plan-tests.ts';

/**
 * One plan of the document that `plan --format json` writes (`schemas/plan.schema.json`). Only the fields that
 * decisions depend on are typed; those for readers pass through.
 */
export interface SavedPlan extends Pick<
  Plan,
  'environment' | 'lineage' | 'serial' | 'summary' | 'base' | 'names'
> {
  readonly bound: Omit<PlanBinding, 'allowed'> & { readonly allowed: SavedOverrides };
  readonly steps: readonly SavedStep[];
  readonly refusals: readonly SavedRefusal[];
  readonly notes: readonly SavedNote[];
  readonly traffic?: readonly SavedShift[];
  readonly tests?: Omit<PlanTests, 'changed'> & { readonly changed: readonly SavedTest[] };
  /** As of the plan. `text` is its sentence. */
  readonly apply_time?: ApplyTime & { readonly text: string };
}

export interface SavedTest extends Omit<ChangedTest, 'before' | 'after'> {
  readonly before: SavedTestSide;
  readonly after: SavedTestSide;
}

/** `got` is the only result, if it is decided. */
export interface SavedTestSide extends Pick<TestedSide, 'result'>, Partial<Omit<TestedSide, 'result'>> {
  readonly got?: GotFact;
}

export interface SavedShift extends Pick<TrafficShift, 'space' | 'from' | 'to' | 'protection'> {
  readonly occupied_by?: string;
  readonly shared_with?: readonly string[];
}

/** `facts.ts` reads the facts. */
export interface SavedChange extends Omit<FieldChange, 'isSecret' | 'secret'> {
  readonly is_secret: boolean;
  readonly secret?: JsonObject;
}

export interface SavedRefusal extends Omit<Refusal, 'fact'> {
  readonly fact: JsonObject;
  /** Text for people. */
  readonly override: string;
}

export interface SavedNote extends Omit<PlanNote, 'fact' | 'values'> {
  readonly fact: JsonObject;
  readonly values?: readonly (Omit<UncomparedSecret, 'why'> & { readonly why: JsonObject })[];
}

export interface SavedOverrides {
  readonly exposure: readonly string[];
  readonly revert?: readonly string[];
  readonly deletes?: number;
  readonly changed_percent?: number;
  readonly empty?: true;
}

export interface SavedStep extends Pick<
  Step,
  'address' | 'kind' | 'id' | 'edge_id' | 'formerly' | 'origin' | 'drifted'
> {
  /** A fact with its sentence (`facts.ts`). */
  readonly reason: JsonObject;
  readonly remedies: readonly JsonObject[];
  readonly action: StepAction;
  readonly change: string;
  readonly changes: readonly SavedChange[];
  readonly requests: readonly SavedRequest[];
  readonly exposure?: Pick<ExposureChange, 'direction' | 'change'> & {
    readonly reasons: readonly JsonObject[];
    readonly is_allowed: boolean;
  };
  readonly possible_exposure?: readonly JsonObject[];
  readonly weakened?: readonly JsonObject[];
  readonly outcomes?: SavedOutcomes;
  readonly live_hash?: string;
  readonly desired_hash?: string;
}

export interface SavedOutcomes {
  readonly is: RequestOutcomes['is'];
  readonly changes?: readonly JsonObject[];
  readonly more?: number;
  readonly not_compared?: JsonObject;
}

export interface SavedRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: JsonObject;
  readonly filled_in?: readonly FilledIn[];
}

/** Whether a step changes the live object or the ledger. */
export function changesSomething({ action, formerly }: Pick<SavedStep, 'action' | 'formerly'>): boolean {
  if (action === 'drift' || action === 'blocked') return false;
  return action !== 'keep' || formerly !== undefined;
}
