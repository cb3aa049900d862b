import type { Secret, SecretLookup } from '../../model/secret.ts';
import { holdsMask } from '../forms/mask-text.ts';
import { secretFilter } from './secret-filter.ts';

/** A test for texts that contain a secret that is set here or was seen live; undefined if there are none. */
export function knownValues(
  names: Iterable<string>,
  lookup: SecretLookup,
  seen: readonly Secret[] = [],
): ((text: string) => boolean) | undefined {
  const shown = seen.map((secret) => secret.reveal()).filter((text) => !holdsMask(text));
  const values = [...[...names].flatMap((name) => lookup(name)?.reveal() ?? []), ...shown];
  return values.length === 0 ? undefined : secretFilter(values).isKnownIn;
}
