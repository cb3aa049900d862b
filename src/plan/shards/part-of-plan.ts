import type { Outcome } from '../../model/plan/outcome.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { isSilentStep, type Step } from '../../model/plan/step.ts';
import type { Shard } from '../../model/ledger/shard.ts';
import type { Address } from '../../model/workspace.ts';
import { countSteps } from '../finish/count-steps.ts';

/** The part of a plan that a shard does. The refusals are those of the whole plan. */
export interface PartOfPlan {
  readonly plan: Plan;
  /** Steps of the shard that depend on a step of another one, which may not be done yet. */
  readonly left: readonly Outcome[];
}

export function partOfPlan(plan: Plan, shard: Shard, shardOf: (address: Address) => number): PartOfPlan {
  const isOurs = (address: Address): boolean => shardOf(address) === shard.number;
  const open = new Set(plan.steps.flatMap(({ address, requests }) => (requests.length > 0 ? [address] : [])));
  const waiting = new Map<Address, Address>();
  const waitsFor = ({ formerly, restsOn = [] }: Step): Address | undefined =>
    [...(formerly === undefined ? [] : [formerly]), ...restsOn.filter((other) => open.has(other))].find(
      (other) => !isOurs(other) || waiting.has(other),
    );
  const own = plan.steps.filter(({ address }) => isOurs(address));
  // Other steps may wait for one that waits.
  for (let before = -1; before < waiting.size;) {
    before = waiting.size;
    for (const step of own) {
      const other = waitsFor(step);
      if (other !== undefined) waiting.set(step.address, other);
    }
  }
  const steps = own.filter(({ address }) => !waiting.has(address));
  const shown = (some: readonly Step[]): number => some.filter((step) => !isSilentStep(step)).length;
  const traffic = plan.traffic?.filter(({ from, to }) =>
    [from, to].some((one) => one && isOurs(one as Address)),
  );
  return {
    plan: {
      ...plan,
      steps,
      notes: plan.notes.filter(({ address, fact }) =>
        address === undefined ? fact.code !== 'stray' : isOurs(address),
      ),
      summary: countSteps(steps),
      shard: { ...shard, steps: shown(own), all: shown(plan.steps) },
      ...(traffic === undefined ? {} : { traffic }),
    },
    left: own.flatMap(({ address, action }) => {
      const other = waiting.get(address);
      if (other === undefined) return [];
      const reason = isOurs(other)
        ? ({ code: 'rests-on-failed', other } as const)
        : ({ code: 'other-shard', other, shard: shardOf(other) } as const);
      return [{ address, action, status: 'skipped', reason, surprises: [] } as const];
    }),
  };
}
