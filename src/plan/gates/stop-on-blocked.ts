import type { Plan, Refusal } from '../../model/plan.ts';

/** `apply --stop-on-blocked`: all or nothing. Refused where a step would not be done, before anything is sent. */
export function stopOnBlocked(plan: Plan): Plan {
  const stuck = plan.steps.filter(({ action }) => action === 'blocked');
  if (stuck.length === 0) return plan;
  const addresses = [...new Set(stuck.map(({ address }) => address))];
  const refusal: Refusal = {
    gate: 'blocked',
    text: `${stuck.length} ${stuck.length === 1 ? 'step' : 'steps'} cannot be done, so none is`,
    addresses,
    override: 'take a way out of each, or leave out `--stop-on-blocked`',
  };
  return { ...plan, refusals: [...plan.refusals, refusal] };
}
