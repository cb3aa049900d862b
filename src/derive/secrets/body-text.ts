import { Secret, type SecretLookup } from '../../model/secret.ts';
import type { Json, Spec, Value } from '../../model/value.ts';
import { SecretReference } from '../../model/secret-reference.ts';
import { isPlain } from '../forms/masked.ts';

/** The body of a request as JSON text, or the names of its missing secrets. */
export function bodyText(
  body: Spec,
  lookup: SecretLookup,
): { readonly text: string } | { readonly missing: readonly string[] } {
  if (isPlain(body)) return { text: JSON.stringify(body) };
  const missing = new Set<string>();
  const plain = revealed(body, lookup, missing);
  return missing.size > 0 ? { missing: [...missing].sort() } : { text: JSON.stringify(plain) };
}

function revealed(value: Value, lookup: SecretLookup, missing: Set<string>): Json {
  if (value instanceof Secret) return value.reveal();
  if (value instanceof SecretReference) {
    const resolved = value.resolve(lookup);
    if ('value' in resolved) return resolved.value.reveal();
    for (const name of resolved.missing) missing.add(name);
    return null;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => revealed(item as Value, lookup, missing));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, revealed(item, lookup, missing)]),
  );
}
