import { exclusiveKeys } from '../../derive/forms/identity.ts';
import type { Live } from '../../model/live.ts';
import type { Address } from '../../model/workspace.ts';
import { claimOn, type OwnerClaim } from './claims.ts';
import type { PlanInput } from '../input.ts';
import type { Pair } from '../steps/pair.ts';

/** The current holder of an identity (a url, a match, a hostport). */
export interface IdentityHolder {
  readonly what: 'ledger' | 'orphan' | 'live';
  /** Undefined for an unmanaged object. */
  readonly address?: Address;
  readonly live: Live;
  /** The claim of another environment on the object. */
  readonly claim?: OwnerClaim;
}

export type Holders = ReadonlyMap<string, readonly IdentityHolder[]>;

/** All live objects by the identities they hold. */
export function holdersOf(input: PlanInput, pairs: readonly Pair[]): Holders {
  const { live, ledger } = input;
  const holders = new Map<string, IdentityHolder[]>();
  const known = new Set<string>();
  const hold = (holder: IdentityHolder): void => {
    known.add(holder.live.id);
    for (const key of exclusiveKeys(holder.live.kind, holder.live.spec)) {
      const others = holders.get(key);
      if (others === undefined) holders.set(key, [holder]);
      else others.push(holder);
    }
  };
  for (const entry of [...Object.values(ledger.resources), ...Object.values(ledger.orphans)])
    known.add(entry.id);
  for (const pair of pairs) {
    if (pair.type === 'new' || pair.type === 'ambiguous' || pair.live === 'missing') continue;
    const address = 'desired' in pair ? pair.desired.address : pair.address;
    hold({ what: pair.type === 'orphan' ? 'orphan' : 'ledger', address, live: pair.live });
  }
  for (const object of live.listed) {
    if (known.has(object.id)) continue;
    const claim = claimOn(input, object);
    hold({ what: 'live', live: object, ...(claim === undefined ? {} : { claim }) });
  }
  return holders;
}
