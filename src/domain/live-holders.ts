import type { Live, LiveState } from '../model/live.ts';
import type { Address } from '../model/workspace.ts';
import type { Holder } from './holder.ts';

/** The live objects as holders. Endpoints of edges are left out: the routes of the edge are included. */
export function liveHolders({ known, orphans, listed }: LiveState): readonly Holder[] {
  const holders: Holder[] = [];
  const seen = new Set<string>();
  const add = (address: Address, { kind, id, edge_id: edge, spec }: Live): void => {
    if (seen.has(`${kind} ${id}`)) return;
    seen.add(`${kind} ${id}`);
    const isWhole = edge === undefined || spec['edge_id'] !== undefined;
    holders.push({ address, kind, id, spec: isWhole ? spec : { ...spec, edge_id: edge } });
  };
  for (const objects of [known, orphans]) {
    for (const [address, live] of objects) if (live !== 'missing') add(address, live);
  }
  for (const live of listed) {
    if (live.served?.edge === undefined) add(`${live.kind}/${live.id}`, live);
  }
  return holders;
}
