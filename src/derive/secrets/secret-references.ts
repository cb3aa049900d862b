import { SecretReference } from '../../model/secret.ts';
import type { PlannedRequest } from '../../model/plan/request.ts';
import type { Path, Value } from '../../model/value.ts';

/** Calls `visit` with each reference to secrets in a value, and with its path. */
export function eachSecretReference(
  value: Value,
  visit: (reference: SecretReference, path: Path) => void,
  path: Path = [],
): void {
  if (value instanceof SecretReference) visit(value, path);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value))
      eachSecretReference(item as Value, visit, [...path, key]);
}

/** The names of the secrets that requests send. */
export function sentSecretNames(requests: readonly Pick<PlannedRequest, 'body'>[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { body = {} } of requests)
    eachSecretReference(body, (reference) => reference.names.forEach((name) => names.add(name)));
  return names;
}
