import type { LedgerSpec } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Spec } from '../../model/value.ts';
import { hashOf } from '../../text/hash.ts';
import { hideLike } from './ledger-form.ts';
import { maskedValue } from './masked.ts';

/**
 * The hash of the live object that a step was planned against; apply compares it before it changes the object. Computed
 * from the masked form: values that are secret in `desired` or in the ledger's `applied` do not count.
 */
export function liveHash(live: Live, desired: Spec | undefined, applied: LedgerSpec | undefined): string {
  return hashOf(maskedValue(hideLike(hideLike(live.spec, desired), applied)));
}
