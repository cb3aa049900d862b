import { sentSecretNames } from '../../derive/secrets/secret-references.ts';
import type { Plan } from '../../model/plan/plan.ts';

/** A secret that apply will send. */
interface SentSecret {
  readonly name: string;
  readonly isSet: boolean;
}

/** All secrets in requests of the plan, set in this run or not, by name. */
export function sentSecrets({ steps }: Pick<Plan, 'steps'>): readonly SentSecret[] {
  const names = sentSecretNames(steps.flatMap(({ requests }) => requests));
  const missing = new Set(steps.flatMap(({ missingSecrets }) => missingSecrets));
  return [...new Set([...names, ...missing])].sort().map((name) => ({ name, isSet: !missing.has(name) }));
}
