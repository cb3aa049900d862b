import { kinds } from '../../kinds/index.ts';
import type { Desired } from '../../model/desired.ts';
import type { KeptSpec, LedgerEntry } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { SecretLookup } from '../../model/secret.ts';
import { compareFields } from '../../plan/compare/three-way.ts';
import type { FingerprintOf } from '../../session/secrets/fingerprint.ts';

export interface TakeContext {
  readonly secrets: SecretLookup;
  readonly fingerprint: FingerprintOf | undefined;
  /** Whether what the files say may go, too. */
  readonly overwrite: boolean;
}

export interface FieldsToTake {
  readonly take: readonly string[];
  /** Changed in the files and outside. */
  readonly conflicts: readonly string[];
  /** Changed in the files alone. */
  readonly pending: readonly string[];
  readonly observed: KeptSpec;
}

/** What someone changed outside, as the plan tells it apart from what the files changed. */
export function fieldsToTake(
  { secrets, fingerprint, overwrite }: TakeContext,
  desired: Desired,
  live: Live,
  entry: LedgerEntry,
): FieldsToTake {
  const eyes = {
    secrets,
    fingerprint:
      fingerprint &&
      ((path: Parameters<FingerprintOf>[1], value: Parameters<FingerprintOf>[2]) =>
        fingerprint(entry.uid, path, value)),
  };
  const { fields } = kinds[desired.kind];
  const facts = { kind: desired.kind, digest: () => '' };
  const results = compareFields(
    { desired, live: live.spec, entry, eyes, facts, writesSecrets: false },
    fields,
  );
  const names = (isIt: (result: (typeof results)[number]) => boolean): readonly string[] =>
    results.filter(isIt).map(({ name }) => name);
  const outside = names(
    ({ verdict, undeclared }) => verdict === 'outside' || (verdict === 'same' && undeclared.length > 0),
  );
  const conflicts = names(({ verdict }) => verdict === 'conflict');
  const pending = names(({ verdict }) => ['send', 'take-out', 'cannot-take-out'].includes(verdict));
  if (!overwrite) return { take: outside, conflicts, pending, observed: entry.observed };
  // What the files took out was observed, and comes back all the same.
  const observed = Object.fromEntries(
    Object.entries(entry.observed).filter(([name]) => !pending.includes(name)),
  );
  return { take: [...outside, ...conflicts, ...pending], conflicts: [], pending: [], observed };
}
