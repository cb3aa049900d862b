import { identityKeys } from '../derive/identity.ts';
import { kinds } from '../kinds/index.ts';
import type { KindName } from '../kinds/kind.ts';
import type { Desired } from '../model/desired.ts';
import type { Live } from '../model/live.ts';
import type { Spec } from '../model/value.ts';
import type { Address } from '../model/workspace.ts';
import type { Holder, PlanInput, Planning } from './input.ts';
import type { Pair } from './pair.ts';

/**
 * Who holds which identity and does not leave in this plan: objects of the ledger, orphans, and whatever else is live.
 * A create that would take one of them is blocked before the service refuses it, or makes a double.
 */
export function holdersOf({ live, ledger }: PlanInput, pairs: readonly Pair[]): ReadonlyMap<string, Holder> {
  const holders = new Map<string, Holder>();
  const hold = (kind: KindName, spec: Spec, holder: Holder): void => {
    for (const key of identityKeys(kind, spec)) holders.set(`${kind} ${key}`, holder);
  };
  const known = new Set(
    [...Object.values(ledger.resources), ...Object.values(ledger.orphans)].map(({ id }) => id),
  );
  for (const object of live.listed)
    if (!known.has(object.id)) hold(object.kind, object.spec, { what: 'live', live: object });
  for (const pair of pairs) {
    if (pair.type === 'new' || pair.live === 'missing' || isLeaving(pair)) continue;
    const address = pair.type === 'removed' || pair.type === 'orphan' ? pair.address : pair.desired.address;
    hold(pair.live.kind, pair.live.spec, {
      what: pair.type === 'orphan' ? 'orphan' : 'ledger',
      address,
      live: pair.live,
    });
  }
  return holders;
}

/** What is removed from YAML goes in this plan only where the API can delete it. */
function isLeaving(pair: Pair): boolean {
  return pair.type === 'removed' && kinds[pair.entry.kind].operations.delete !== undefined;
}

/** Who already has what this resource would be created with; endpoints may share a url when both pool. */
export function collisionOf({ holders }: Planning, { kind, spec }: Desired): Holder | undefined {
  for (const key of identityKeys(kind, spec)) {
    const holder = holders().get(`${kind} ${key}`);
    if (holder === undefined) continue;
    const bothPool = spec['pooling_enabled'] === true && holder.live?.spec['pooling_enabled'] === true;
    if (!bothPool) return holder;
  }
  return undefined;
}

/** The line that a person can paste to say that the two are one. */
export function pasteLine(desired: Desired, { what, address, live }: Holder): string {
  if (what === 'live' || address === undefined) return `adopt: { ${desired.address}: ${adoptionOf(live)} }`;
  return `formerly: [${nameOf(address)}]`;
}

function adoptionOf(live: Live | undefined): string {
  if (live === undefined) return '<id>';
  return live.edge_id === undefined ? live.id : `${live.edge_id}/${live.id}`;
}

function nameOf(address: Address): string {
  return address.slice(address.indexOf('/') + 1);
}
