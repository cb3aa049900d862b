import type { Live, LiveState } from '../model/live.ts';
import type { Step } from '../model/plan.ts';
import type { Address } from '../model/workspace.ts';
import { edgeOfEndpoint } from './edges.ts';
import type { Holder } from './holder.ts';

/** What is live. Endpoints of edges are no holders: the routes of the edge are (API 1). */
export function liveHolders({ known, orphans, listed }: LiveState): readonly Holder[] {
  const holders: Holder[] = [];
  const seen = new Set<string>();
  const add = (address: Address, { kind, id, spec }: Live): void => {
    if (seen.has(`${kind} ${id}`)) return;
    seen.add(`${kind} ${id}`);
    holders.push({ address, kind, id, spec });
  };
  for (const objects of [known, orphans]) {
    for (const [address, live] of objects) if (live !== 'missing') add(address, live);
  }
  for (const live of listed) {
    if (edgeOfEndpoint(live) === undefined) add(`${live.kind}/${live.id}`, live);
  }
  return holders;
}

/** What is live, and what will be once the steps are done. A renamed resource has its new address on both sides. */
export function sidesOfPlan(
  steps: readonly Step[],
  live: LiveState,
): { readonly before: readonly Holder[]; readonly after: readonly Holder[] } {
  const done = steps.filter(({ action }) => action !== 'blocked' && action !== 'drift');
  const renamed = new Map(
    done.flatMap(({ formerly, address }) => (formerly === undefined ? [] : [[formerly, address] as const])),
  );
  const before = liveHolders(live).map((holder) => {
    const address = renamed.get(holder.address);
    return address === undefined ? holder : { ...holder, address };
  });
  const byAddress = new Map(before.map((holder) => [holder.address, holder]));
  for (const { action, address, kind, predicted } of done) {
    if (action === 'delete') byAddress.delete(address);
    else if (predicted !== undefined) byAddress.set(address, { address, kind, spec: predicted });
  }
  return { before, after: [...byAddress.values()] };
}
