import type { Plan, Refusal } from '../../model/plan/plan.ts';

/**
 * The plan as a run may begin it: refused where a secret that it would send is not set. A run that began without would
 * leave out a step that others rely on, so nothing is sent at all.
 */
export function needingSecrets(plan: Plan): Plan {
  const lacking = plan.steps.filter(
    ({ missingSecrets, requests }) => requests.length > 0 && missingSecrets.length > 0,
  );
  if (lacking.length === 0) return plan;
  const names = [...new Set(lacking.flatMap(({ missingSecrets }) => missingSecrets))].sort();
  const refusal: Refusal = {
    gate: 'secrets',
    fact: { code: 'secrets-unset', names },
    addresses: [...new Set(lacking.map(({ address }) => address))],
  };
  return { ...plan, refusals: [...plan.refusals, refusal] };
}
