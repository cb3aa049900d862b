import type { Step } from '../model/plan/step.ts';
import type { LiveState } from '../model/live.ts';
import type { Holder } from '../routing/holder.ts';
import { liveHolders } from '../routing/live-holders.ts';

/** The live objects before and after the steps are done. A renamed resource has its new address on both sides. */
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
