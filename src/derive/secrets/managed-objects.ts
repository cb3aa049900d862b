import type { Desired } from '../../model/desired.ts';
import type { LedgerSpec, LedgerState } from '../../model/ledger/ledger.ts';
import type { Live, LiveState } from '../../model/live.ts';
import type { Spec } from '../../model/value.ts';

/** A live object, with the specs in which its values were written: the files, the ledger. */
export interface ManagedObject {
  readonly live: Live;
  readonly written: readonly (Spec | LedgerSpec)[];
}

/** The live objects of the ledger, each with its declared, applied and observed spec. */
export function managedIn({
  ledger,
  live,
  desired,
}: {
  readonly ledger: Pick<LedgerState, 'resources' | 'orphans'>;
  readonly live: Pick<LiveState, 'known' | 'orphans'>;
  readonly desired: readonly Pick<Desired, 'address' | 'spec'>[];
}): readonly ManagedObject[] {
  const declared = new Map(desired.map((resource) => [resource.address, resource.spec]));
  return [
    ...[...live.known].map(([address, found]) => ({ address, found, entry: ledger.resources[address] })),
    ...[...live.orphans].map(([address, found]) => ({ address, found, entry: ledger.orphans[address] })),
  ].flatMap(({ address, found, entry }): ManagedObject[] => {
    if (found === 'missing') return [];
    const written = [declared.get(address), entry?.applied, entry?.observed];
    return [{ live: found, written: written.filter((spec) => spec !== undefined) }];
  });
}
