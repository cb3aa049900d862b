import type { SecretLookup } from '../model/secret.ts';

/** Shorter ones are words that may stand anywhere (APPLY.md, section 9). */
const shortest = 8;

/** Tells whether a text holds the value of a secret that is set here; undefined where none is. */
export function knownValues(
  names: Iterable<string>,
  lookup: SecretLookup,
): ((text: string) => boolean) | undefined {
  const values = [...names]
    .flatMap((name) => lookup(name)?.reveal() ?? [])
    .filter((value) => Buffer.byteLength(value) >= shortest);
  return values.length === 0 ? undefined : (text) => values.some((value) => text.includes(value));
}
