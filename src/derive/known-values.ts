import type { SecretLookup } from '../model/secret.ts';
import { secretFilter } from './secret-filter.ts';

/** Tells whether a text holds the value of a secret that is set here; undefined where none is. */
export function knownValues(
  names: Iterable<string>,
  lookup: SecretLookup,
): ((text: string) => boolean) | undefined {
  const values = [...names].flatMap((name) => lookup(name)?.reveal() ?? []);
  return values.length === 0 ? undefined : secretFilter(values).isKnownIn;
}
