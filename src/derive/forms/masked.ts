import { masked, Secret } from '../../model/secret.ts';
import type { Json, Value } from '../../model/value.ts';
import { isSecretValue, SecretReference } from '../../model/secret-reference.ts';

/** A value for display: a reference as its template, any other secret as `(secret)`. */
export function maskedValue(value: Value): Json {
  return isPlain(value) ? value : maskedCopy(value);
}

function maskedCopy(value: Value): Json {
  if (value instanceof SecretReference) return value.template;
  if (value instanceof Secret) return masked;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => maskedCopy(item as Value));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskedCopy(item)]));
}

export function hasSecret(value: Value): boolean {
  if (isSecretValue(value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((item) => hasSecret(item));
}

/** Most values have no secret in them, and need no copy without it. */
export function isPlain(value: Value): value is Value & Json {
  return !hasSecret(value);
}
