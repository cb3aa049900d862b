import type { Plan, Refusal } from '../../model/plan/plan.ts';

/** `apply --stop-on-blocked`: all or nothing. Refused where a step would not be done, before anything is sent. */
export function stopOnBlocked(plan: Plan): Plan {
  const stuck = plan.steps.filter(({ action }) => action === 'blocked');
  if (stuck.length === 0) return plan;
  const addresses = [...new Set(stuck.map(({ address }) => address))];
  const refusal: Refusal = {
    gate: 'blocked',
    fact: { code: 'steps-blocked', option: '--stop-on-blocked' },
    addresses,
  };
  return { ...plan, refusals: [...plan.refusals, refusal] };
}
