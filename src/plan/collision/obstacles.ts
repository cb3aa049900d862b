import type { Step } from '../../model/plan/step.ts';
import type { StepReason } from '../../model/facts/reason.ts';
import type { Remedy } from '../../model/facts/remedy.ts';
import type { PlanInput } from '../input.ts';
import { refOf } from '../steps/step.ts';
import { claimRemedies } from './claim-remedies.ts';
import type { OwnerClaim } from './claims.ts';
import type { IdentityHolder } from './identity-holders.ts';

/** Why a step cannot take an identity, and the remedies. */
export interface Obstacle {
  readonly reason: StepReason;
  readonly remedies: readonly Remedy[];
}

export function inTheWay(step: Step, holder: IdentityHolder, flags: Pick<PlanInput, 'placeFlags'>): Obstacle {
  const { what, address: other, live, claim } = holder;
  if (claim !== undefined && live.isManageable) return claimed(step, holder, claim, flags);
  if (what === 'live' || other === undefined) return unmanaged(step, holder);
  const { id } = live;
  return {
    reason: { code: what === 'orphan' ? 'taken-by-orphan' : 'taken-by-managed', other, id, to: wanted(step) },
    remedies: [
      ...(step.action === 'create' ? [{ code: 'formerly' as const, other }] : []),
      { code: 'make-unequal' },
    ],
  };
}

function wanted({ action }: Step): 'create' | 'become' {
  return action === 'create' ? 'create' : 'become';
}

function claimed(
  step: Step,
  { live }: IdentityHolder,
  claim: OwnerClaim,
  flags: Pick<PlanInput, 'placeFlags'>,
): Obstacle {
  const { owner, address: other } = claim;
  const about = { id: live.id, owner, to: wanted(step) };
  const adopting = { address: step.address, ref: refOf(live) };
  return {
    reason:
      other === undefined
        ? { code: 'taken-by-marked', ...about }
        : { code: 'taken-by-shared', ...about, other },
    remedies: [
      ...(step.action === 'create' ? claimRemedies(flags, claim, adopting) : []),
      ...(step.action === 'create' && claim.by === 'ledger' && claim.isInDoubt !== true
        ? [{ code: 'adopt-then' as const, ...adopting }]
        : []),
      { code: 'make-unequal' },
    ],
  };
}

function unmanaged(step: Step, { live }: IdentityHolder): Obstacle {
  const { id } = live;
  if (!live.isManageable) {
    return { reason: { code: 'taken-by-tunnel', id }, remedies: [{ code: 'stop-tunnel' }] };
  }
  return {
    reason: { code: 'taken-by-unmanaged', id, to: wanted(step) },
    remedies: [
      ...(step.action === 'create'
        ? [{ code: 'adopt' as const, address: step.address, ref: refOf(live) }]
        : []),
      { code: 'make-unequal-or-remove' },
    ],
  };
}

export function bothWant({ address: other }: Step): Obstacle {
  return { reason: { code: 'both-want', other }, remedies: [{ code: 'make-unequal-or-drop' }] };
}

export function waitingInACircle(): Obstacle {
  return { reason: { code: 'circle' }, remedies: [{ code: 'move-aside' }] };
}
