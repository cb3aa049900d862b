import { asSent } from '../../derive/compare/service-form.ts';
import { kinds } from '../../kinds/index.ts';
import type { Desired } from '../../model/desired.ts';
import type { LedgerSpec, LedgerEntry } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { SecretLookup } from '../../model/secret.ts';
import { compareFields } from '../../plan/compare/three-way.ts';
import type { FingerprintOf } from '../../run/session/secrets/fingerprint.ts';

export interface TakeContext {
  readonly secrets: SecretLookup;
  readonly fingerprint: FingerprintOf | undefined;
  /** Whether declared values may be replaced too. */
  readonly overwrite: boolean;
}

export interface FieldsToTake {
  readonly take: readonly string[];
  /** Changed both in the files and outside Edgewright. */
  readonly conflicts: readonly string[];
  /** Changed only in the files. */
  readonly pending: readonly string[];
  readonly observed: LedgerSpec;
}

/** The fields changed outside Edgewright, distinguished from changes in the files as in a plan. */
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
  const sides = overwrite ? { entry, live: live.spec } : asSent(desired.kind, entry, live.spec, desired.spec);
  const facts = { kind: desired.kind, digest: () => '' };
  const results = compareFields({ desired, ...sides, comparer: eyes, facts, writesSecrets: false }, fields);
  const names = (isIt: (result: (typeof results)[number]) => boolean): readonly string[] =>
    results.filter(isIt).map(({ name }) => name);
  const outside = names(
    ({ verdict, undeclared }) => verdict === 'outside' || (verdict === 'same' && undeclared.length > 0),
  );
  const conflicts = names(({ verdict }) => verdict === 'conflict');
  const pending = names(({ verdict }) => ['send', 'take-out', 'cannot-take-out', 'unkept'].includes(verdict));
  if (!overwrite) return { take: outside, conflicts, pending, observed: entry.observed };
  // Fields removed from the files count as unobserved, so that pull writes them again.
  const observed = Object.fromEntries(
    Object.entries(entry.observed).filter(([name]) => !pending.includes(name)),
  );
  return { take: [...outside, ...conflicts, ...pending], conflicts: [], pending: [], observed };
}
