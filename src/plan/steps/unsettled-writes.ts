/**
 * Blocks what a lost update or delete of ours may still change. A request whose response was lost may arrive for a
 * while. If an object is as declared, nothing is sent to it, so nothing waits for that time to be over; but if such a
 * request can still change it, the plan is not empty.
 */
import type { Step } from '../../model/plan/step.ts';
import { settlingEnd } from '../../derive/forms/settling.ts';
import type { UnsettledWrite } from '../../model/ledger/ledger.ts';
import { isAsSent, writesOf } from '../compare/lost-writes.ts';
import { comparerOf } from '../compare/same-as-ledger.ts';
import type { Planning } from '../input.ts';
import { baseOf, type FoundPair } from './managed-steps.ts';
import type { Pair } from './pair.ts';
import { makeStep } from './step.ts';

/** Replaces the steps of objects that would be kept by blocked ones. */
export function blockUnsettled(
  planning: Planning,
  pairs: readonly Pair[],
  steps: readonly Step[],
): readonly Step[] {
  const writes = Object.values(planning.ledger.unsettled ?? {});
  if (writes.length === 0) return steps;
  const blocked = new Map(
    pairs.flatMap((pair) => {
      if (pair.type !== 'managed' || pair.live === 'missing') return [];
      const found = { ...pair, live: pair.live };
      const comparer = comparerOf(planning, found.entry);
      const last = writesOf(writes, found.entry.id).findLast(
        (write) => !isAsSent(write, found.live, comparer),
      );
      return last === undefined ? [] : [[pair.desired.address, blockedStep(planning, found, last)]];
    }),
  );
  return steps.map((step) => (step.action === 'keep' ? (blocked.get(step.address) ?? step) : step));
}

function blockedStep(planning: Planning, pair: FoundPair, { action, since }: UnsettledWrite): Step {
  const { address } = pair.desired;
  const until = settlingEnd(since);
  return makeStep(planning, {
    ...baseOf(pair),
    action: 'blocked',
    reason: { code: 'may-arrive', request: action, since, until },
    unknown: { address, since },
    remedies: [{ code: 'plan-later', until }],
  });
}
