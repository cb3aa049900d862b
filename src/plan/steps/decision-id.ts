import type { Step } from '../../model/plan/step.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import { changeId } from '../../derive/compare/change-id.ts';
import type { Json } from '../../model/value.ts';
import type { PlanInput } from '../input.ts';
import type { AllowedDecision } from '../../model/approval.ts';

/** The id of a decision about an object, computed from all values that will change. */
export function decisionId(
  { ledger }: Pick<PlanInput, 'ledger'>,
  { address, id, edge_id }: Pick<Step, 'address' | 'id' | 'edge_id'>,
  allow: AllowedDecision,
  covers: readonly FieldChange[],
): string {
  // Changes visible only with secret values are left out, unless sending secrets is the decision.
  const values = covers.filter(({ isByValue }) => isByValue !== true || allow === 'write-secret');
  return changeId(ledger, { address, id, edge_id, allow, values: values.map(factOf) });
}

function factOf({ fact, path, before = null, after = null }: FieldChange): Json {
  return fact ?? [path, before, after];
}
