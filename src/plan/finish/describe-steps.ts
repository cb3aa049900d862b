import { type Step, type StepAction, stepActions, type ProtectionChange } from '../../model/plan/step.ts';
import type { Planning } from '../input.ts';
import type { Pair } from '../steps/pair.ts';
import type { Address } from '../../model/workspace/address.ts';
import type { Spec } from '../../model/value.ts';
import { asWritten } from '../compare/as-written.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { protectionOf } from '../../routing/protection.ts';
import { isProtectionPath } from '../exposure/exposure.ts';

/** The number of steps by action, zeros included. */
export function countSteps(steps: readonly Step[]): Readonly<Record<StepAction, number>> {
  const counts = Object.fromEntries(stepActions.map((action) => [action, 0])) as Record<StepAction, number>;
  for (const { action } of steps) counts[action]++;
  return counts;
}

/** Adds the data by which readers sort and check steps: the resource's labels, and its protection before and after. */
export function describeSteps(
  { desired, ledger }: Planning,
  pairs: readonly Pair[],
  steps: readonly Step[],
): readonly Step[] {
  // Most steps of most plans are `keep`, which readers do not check.
  const open = new Set(steps.flatMap(({ action, address }) => (action === 'keep' ? [] : [address])));
  if (open.size === 0) return steps;
  const labels = new Map<Address, Step['labels']>();
  for (const { address, labels: declaredLabels } of desired)
    if (open.has(address)) labels.set(address, declaredLabels);
  const live = new Map<Address, Spec>();
  for (const pair of pairs) {
    const address = 'desired' in pair ? pair.desired.address : pair.address;
    if (open.has(address) && 'live' in pair && pair.live !== 'missing') live.set(address, pair.live.spec);
  }
  return steps.map((step) => {
    if (step.action === 'keep') return step;
    const entry = ledger.resources[step.formerly ?? step.address];
    const protection = protectionChange(step, {
      now: live.get(step.address),
      observed: entry && asWritten(entry.observed, entry.applied),
    });
    const stepLabels = labels.get(step.address) ?? {};
    return {
      ...step,
      ...withoutUndefined({ protection }),
      ...(Object.keys(stepLabels).length === 0 ? {} : { labels: stepLabels }),
    };
  });
}

interface Sides {
  readonly now: Spec | undefined;
  /** As observed right after our last write. */
  readonly observed: Spec | undefined;
}

function protectionChange(step: Step, { now, observed }: Sides): ProtectionChange | undefined {
  const { action, changes, kind, predicted } = step;
  // After a delete there is no object to protect.
  if (action === 'delete' || (now === undefined && predicted === undefined)) return undefined;
  const isHeld = action === 'drift';
  const before = protectionOf({ kind, spec: (isHeld ? observed : now) ?? {} });
  const after = protectionOf({ kind, spec: (isHeld ? now : (predicted ?? now)) ?? {} });
  const hasGuards = [...before, ...after].some((name) => name.startsWith('traffic_policy'));
  const changed = changes
    .map(({ path }) => path)
    .filter((path) => isProtectionPath(kind, path) || (hasGuards && /^traffic_policy\b/.test(path)));
  return { before, after, changed };
}
