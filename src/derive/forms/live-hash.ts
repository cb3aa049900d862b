import type { KeptSpec } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Spec } from '../../model/value.ts';
import { hashOf } from '../../text/hash.ts';
import { hideLike } from './kept.ts';
import { maskedValue } from './masked.ts';

/**
 * What a plan remembers of the object that a step was made against, and what apply finds again before it changes it.
 * Over the masked form: what is a secret in `desired` or in the ledger's `applied` does not count.
 */
export function liveHash(live: Live, desired: Spec | undefined, applied: KeptSpec | undefined): string {
  return hashOf(maskedValue(hideLike(hideLike(live.spec, desired), applied)));
}
