import type { Step } from '../model/plan/step.ts';
import { hasSecret } from '../derive/forms/masked.ts';
import { secretFilter } from '../derive/secrets/secret-filter.ts';
import { SecretReference, type SecretLookup } from '../model/secret.ts';
import type { Value } from '../model/value.ts';

/** A filter that removes the secrets sent by these steps from a text: a service may repeat values it rejects. */
export function valueFilter(steps: readonly Step[], secrets: SecretLookup): (text: string) => string {
  const values = new Set<string>();
  for (const { requests } of steps) {
    for (const { body = {} } of requests) collect(body, secrets, values);
  }
  return secretFilter(values).clean;
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

function collect(value: Value, secrets: SecretLookup, values: Set<string>): void {
  if (value instanceof SecretReference) {
    for (const name of value.names) {
      const secret = secrets(name);
      if (secret !== undefined) values.add(secret.reveal());
    }
  } else if (typeof value === 'object' && value !== null && hasSecret(value)) {
    for (const item of Object.values(value)) collect(item as Value, secrets, values);
  }
}
