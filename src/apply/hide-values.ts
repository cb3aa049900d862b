import type { Step } from '../model/plan/step.ts';
import { secretFilter } from '../derive/secrets/secret-filter.ts';
import { sentSecretNames } from '../derive/secrets/secret-references.ts';
import type { SecretLookup } from '../model/secret.ts';

/** A filter that removes the secrets sent by these steps from a text: a service may repeat values it rejects. */
export function valueFilter(steps: readonly Step[], secrets: SecretLookup): (text: string) => string {
  const names = sentSecretNames(steps.flatMap(({ requests }) => requests));
  return secretFilter([...names].flatMap((name) => secrets(name)?.reveal() ?? [])).clean;
}

/** The fact with these secrets removed from its data. */
export function cleanFact<Fact extends { readonly code: string }>(
  fact: Fact,
  clean: (text: string) => string,
): Fact {
  // Most steps are done, and that is all.
  if (Object.keys(fact).length === 1) return fact;
  const cleaned = Object.entries(fact).map(([name, value]: [string, unknown]) => {
    if (name === 'code') return [name, value];
    if (Array.isArray(value)) return [name, (value as readonly string[]).map(clean)];
    return [name, typeof value === 'string' ? clean(value) : value];
  });
  return Object.fromEntries(cleaned) as Fact;
}
