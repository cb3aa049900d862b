import { Secret, type SecretLookup } from '../../model/secret.ts';
import type { LedgerEntry } from '../../model/ledger/ledger.ts';
import type { Path } from '../../model/value.ts';

/** Compares secret values without keeping either one. */
export interface SecretComparer {
  readonly secrets: SecretLookup;
  readonly fingerprint?: ((path: Path, value: Secret) => string | undefined) | undefined;
}

/** Compares with an entry of the ledger, for whose uid fingerprints are made. */
export function comparerOf(
  {
    secrets,
    fingerprint,
  }: {
    readonly secrets: SecretLookup;
    readonly fingerprint?: ((uid: string, path: Path, value: Secret) => string | undefined) | undefined;
  },
  { uid }: Pick<LedgerEntry, 'uid'>,
): SecretComparer {
  return { secrets, fingerprint: fingerprint && ((path, value) => fingerprint(uid, path, value)) };
}
