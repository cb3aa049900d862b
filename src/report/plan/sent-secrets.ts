import type { Plan } from '../../model/plan/plan.ts';
import { SecretReference } from '../../model/secret.ts';
import type { Value } from '../../model/value.ts';

/** A secret that apply will send. */
export interface SentSecret {
  readonly name: string;
  readonly isSet: boolean;
}

/** All secrets in requests of the plan, set in this run or not, by name. */
export function sentSecrets({ steps }: Pick<Plan, 'steps'>): readonly SentSecret[] {
  const names = new Set<string>();
  const look = (value: Value): void => {
    if (value instanceof SecretReference) for (const name of value.names) names.add(name);
    else if (typeof value === 'object' && value !== null)
      Object.values(value).forEach((item) => look(item as Value));
  };
  for (const { requests } of steps) for (const { body } of requests) if (body !== undefined) look(body);
  const missing = new Set(steps.flatMap(({ missingSecrets }) => missingSecrets));
  return [...new Set([...names, ...missing])].sort().map((name) => ({ name, isSet: !missing.has(name) }));
}

/** `Secrets that apply sends: SHOP_OIDC (set), UPSTREAM (not set)`; undefined if it sends none. */
export function sentSecretsLine(plan: Pick<Plan, 'steps' | 'refusals'>): string | undefined {
  const secrets = sentSecrets(plan);
  if (secrets.length === 0) return undefined;
  const names = secrets.map(({ name, isSet }) => `${name} (${isSet ? 'set' : 'not set'})`);
  const line = `Secrets that apply sends: ${names.join(', ')}`;
  if (secrets.every(({ isSet }) => isSet) || plan.refusals.some(({ gate }) => gate === 'secrets'))
    return line;
  return `${line}; it sends nothing until all are set (\`EDGEWRIGHT_SECRET_<NAME>\`, or a file in \`--secrets-dir\`)`;
}
