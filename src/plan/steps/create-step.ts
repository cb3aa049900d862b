import type { Desired } from '../../model/desired.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Planning } from '../input.ts';
import { createRequest } from './requests.ts';
import { makeStep } from './make-step.ts';
import { resourceOrigin } from './resource-origin.ts';
import { differences } from '../../derive/compare/differences.ts';
import { kinds } from '../../kinds/index.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import { fieldChange } from '../compare/field-change.ts';
import { factsOf } from '../compare/facts-of.ts';

/** Creates, in one request, a resource without any known object. Conflicts with other objects are checked later. */
export function createStep(
  planning: Planning,
  desired: Desired,
  code: 'not-live' | 'recreated' = 'not-live',
): Step {
  const { address, kind, spec } = desired;
  return makeStep(planning, {
    address,
    kind,
    origin: resourceOrigin(desired),
    action: 'create',
    reason: { code },
    changes: createdFields(planning, desired),
    requests: [createRequest(kind, spec)],
    predicted: spec,
    desired: spec,
  });
}

/** All fields that a create sets, covered by its change id and by the approval to recreate it. */
export function createdFields(planning: Planning, desired: Desired): readonly FieldChange[] {
  const facts = factsOf(planning, desired.kind);
  return differences(kinds[desired.kind].fields, undefined, desired.spec, planning.secrets).map(
    (difference) => fieldChange(difference, { cause: 'configuration', desired, facts }),
  );
}
