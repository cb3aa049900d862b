import type { Plan, Refusal } from '../../model/plan/plan.ts';

/**
 * The plan, refused if a secret that it would send is not set. A run without the secret would skip a step that others
 * depend on, so no request is sent at all.
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
