import type { Plan, Refusal } from '../../model/plan/plan.ts';

/** `apply --stop-on-blocked`: all or nothing. Refuses the plan before any request is sent if a step is blocked. */
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
