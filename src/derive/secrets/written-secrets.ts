/** Secrets that files hold as plain text: requests meet their values, and results do not show them. */
import { secretFilter } from './secret-filter.ts';
import { withoutSecrets } from './secret-patterns.ts';
import { masked } from '../../model/secret.ts';
import type { Value } from '../../model/value.ts';
import { SecretReference } from '../../model/secret-reference.ts';

/** Copies a result as it may be shown. */
export type SecretMask = <Result>(result: Result) => Result;

/** Masks the secrets that the files of resources hold, also in what requests make of them; nothing without one. */
export function withoutWritten(resources: readonly { readonly spec: Value }[]): SecretMask {
  const literals = resources.flatMap(({ spec }) => literalsIn(spec));
  if (literals.length === 0) return (result) => result;
  const filter = secretFilter(literals);
  return (result) => cleaned(result, (text) => withoutSecrets(filter.clean(text), () => masked));
}

function literalsIn(value: Value): readonly string[] {
  if (value instanceof SecretReference) return value.literals.map((secret) => secret.reveal());
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((item) => literalsIn(item as Value));
}

function cleaned<Result>(result: Result, clean: (text: string) => string): Result;
function cleaned(result: unknown, clean: (text: string) => string): unknown {
  if (typeof result === 'string') return clean(result);
  if (Array.isArray(result)) return result.map((item: unknown) => cleaned(item, clean));
  if (result instanceof Map)
    return new Map([...(result as Map<unknown, unknown>)].map((entry) => cleaned(entry, clean)));
  if (typeof result !== 'object' || result === null) return result;
  return Object.fromEntries(
    Object.entries(result).map(([key, item]) => [key, cleaned(item as unknown, clean)]),
  );
}
