import { differences } from '../derive/differences.ts';
import { kinds } from '../kinds/index.ts';
import type { Desired } from '../model/desired.ts';
import type { FieldChange, Step } from '../model/plan.ts';
import type { SecretLookup } from '../model/secret.ts';
import { fieldChange } from './change.ts';
import type { Planning } from './input.ts';
import { createRequest } from './requests.ts';
import { makeStep, resourceOrigin } from './step.ts';

/** A resource that nothing is known of is created, in one request. Whether something is in its way is seen later. */
export function createStep(planning: Planning, desired: Desired, reason = 'not live yet'): Step {
  const { address, kind, spec } = desired;
  return makeStep(planning, {
    address,
    kind,
    origin: resourceOrigin(desired),
    action: 'create',
    reason,
    changes: createdFields(desired, planning.secrets),
    requests: [createRequest(kind, spec)],
    predicted: spec,
    desired: spec,
  });
}

function createdFields(desired: Desired, secrets: SecretLookup): readonly FieldChange[] {
  return differences(kinds[desired.kind].fields, undefined, desired.spec, secrets).map((difference) =>
    fieldChange(difference, { cause: 'configuration', desired }),
  );
}
