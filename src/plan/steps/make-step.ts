import type { Step } from '../../model/plan/step.ts';
import { sentSecretNames } from '../../derive/secrets/secret-references.ts';
import { decisionId } from './decision-id.ts';
import type { PlanInput } from '../input.ts';
import type { Settings } from '../../model/workspace/settings.ts';
import type { AllowedDecision } from '../../model/approval.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import type { Address } from '../../model/workspace/address.ts';
import { matchesGlob } from '../../text/patterns/glob.ts';

type StepFields = Pick<Step, 'action' | 'address' | 'kind' | 'reason'> & Partial<Step>;

/** A step with the common fields filled in: its change id, missing secrets, and whether it is protected. */
export function makeStep(planning: DecisionInput, given: StepFields, about: CoveredChange = {}): Step {
  const { settings, secrets } = planning;
  const requests = given.requests ?? [];
  const changes = given.changes ?? [];
  const { allow = given.action === 'delete' ? 'delete' : 'exposure', covers = changes } = about;
  return {
    changes,
    requests,
    remedies: [],
    missingSecrets: [...sentSecretNames(requests)].filter((name) => secrets(name) === undefined).sort(),
    isProtected: isProtected(settings, given.address),
    ...given,
    hash: decisionId(planning, given, allow, covers),
  };
}

type DecisionInput = Pick<PlanInput, 'ledger' | 'secrets'> & { readonly settings: Pick<Settings, 'safety'> };

interface CoveredChange {
  /** The decision, if it differs from the action: a `drift` asks for a `revert`, which makes it an update. */
  readonly allow?: AllowedDecision;
  /** The changes covered by the decision, if they differ from those shown. */
  readonly covers?: readonly FieldChange[];
}

export function isProtected({ safety }: Pick<Settings, 'safety'>, address: Address): boolean {
  return safety.protect.some((glob) => matchesGlob(glob, address));
}
