import type { Plan, Refusal } from '../../model/plan.ts';

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
  const list = names.map((name) => `\`${name}\``).join(', ');
  const refusal: Refusal = {
    gate: 'secrets',
    text: `${names.length === 1 ? 'a secret that would be sent is' : `${names.length} secrets that would be sent are`} not set: ${list}`,
    addresses: [...new Set(lacking.map(({ address }) => address))],
    override: `set ${names.map((name) => `EDGEWRIGHT_SECRET_${name}`).join(', ')}, or files of these names in \`--secrets-dir\``,
  };
  return { ...plan, refusals: [...plan.refusals, refusal] };
}
