/**
 * A step that removes an object waits while something else in the files names that object: the delete of what another
 * resource adopts, was called, or is blocked from becoming would take the very thing that a person wants to keep.
 */
import type { Step } from '../../model/plan/step.ts';
import type { StepReason } from '../../model/facts/reason.ts';
import type { Remedy } from '../../model/facts/remedy.ts';
import type { Live } from '../../model/live.ts';
import type { Address } from '../../model/workspace.ts';
import { canShare, keysOf } from '../collision/identity-holders.ts';
import type { Planning } from '../input.ts';
import type { Pair } from './pair.ts';
import { blockedStep } from '../collision/blocked-step.ts';

interface Naming {
  readonly reason: StepReason;
  readonly remedies: readonly Remedy[];
}

type Removed = Extract<Pair, { type: 'removed' }> & { readonly live: Live };

/** `all`: the steps of the whole plan, also where a filter leaves some of them out. */
export function blockStillNamed(
  planning: Planning,
  pairs: readonly Pair[],
  steps: readonly Step[],
  all: readonly Step[] = steps,
): readonly Step[] {
  if (!steps.some(isRemoving)) return steps;
  const removed = new Map(pairs.flatMap((pair) => (isFound(pair) ? [[pair.address, pair] as const] : [])));
  const stuck = stuckResources(planning, pairs, all);
  return steps.map((step) => {
    const pair = isRemoving(step) ? removed.get(step.address) : undefined;
    const naming = pair && namingOf(planning, pair, step, stuck);
    return naming === undefined ? step : blockedStep(planning, step, naming);
  });
}

function isRemoving({ action, liveHash }: Step): boolean {
  return action === 'delete' || action === 'retire' || (action === 'forget' && liveHash !== undefined);
}

function isFound(pair: Pair): pair is Removed {
  return pair.type === 'removed' && pair.live !== 'missing';
}

function namingOf(
  planning: Planning,
  pair: Removed,
  step: Step,
  stuck: readonly Stuck[],
): Naming | undefined {
  const named = adopted(planning, pair, step) ?? formerlyNamed(planning, pair);
  // Letting go of it changes nothing of what is live.
  return named ?? (step.action === 'forget' ? undefined : wanted(pair, stuck));
}

/** By `adopt:` of this environment. */
function adopted(
  { environment }: Planning,
  { address, live, entry }: Removed,
  { action }: Step,
): Naming | undefined {
  const lines = environment.adopt.filter(({ id }) => id === live.id || id === entry.id);
  const line = lines.find((each) => each.address !== address) ?? lines[0];
  if (line === undefined) return undefined;
  if (line.address !== address) {
    return {
      reason: { code: 'adopted-elsewhere', id: line.id, other: line.address },
      remedies: [
        { code: 'formerly-there', address: line.address, other: address },
        { code: 'remove-adopt-of', other: line.address },
      ],
    };
  }
  // A document about this address says what becomes of it; without one the line may have been left behind by a rename.
  if (action !== 'delete') return undefined;
  return {
    reason: { code: 'adopt-names-it', id: line.id },
    remedies: [
      { code: 'remove-adopt-to-delete', address },
      { code: 'formerly-new', other: address },
    ],
  };
}

/** By `formerly` of a resource that did not take it: it has an object of its own. */
function formerlyNamed({ desired }: Planning, { address }: Removed): Naming | undefined {
  const heir = desired.find(({ formerly }) => formerly.includes(address));
  if (heir === undefined) return undefined;
  return {
    reason: { code: 'heir-exists', other: heir.address },
    remedies: [{ code: 'drop-formerly', address, other: heir.address }, { code: 'declare-again' }],
  };
}

/** A resource that is not what its file says, and what it would hold if it were. */
interface Stuck {
  readonly address: Address;
  readonly step: Step;
  readonly keys: readonly string[];
  readonly spec: Step['desired'];
}

/** What is blocked, and what is gone and not made again. */
function stuckResources(
  { desired }: Planning,
  pairs: readonly Pair[],
  steps: readonly Step[],
): readonly Stuck[] {
  const stuck = new Map(
    steps
      .filter(
        ({ action, liveHash }) => action === 'blocked' || (action === 'drift' && liveHash === undefined),
      )
      .map((step) => [step.address, step]),
  );
  const held = new Map<Address, readonly string[]>();
  for (const pair of pairs)
    if (pair.type === 'managed' && pair.live !== 'missing')
      held.set(pair.desired.address, keysOf(pair.live.kind, pair.live.spec));
  return desired.flatMap(({ address, kind, spec }) => {
    const step = stuck.get(address);
    if (step === undefined) return [];
    const own = held.get(address) ?? [];
    return [{ address, step, spec, keys: keysOf(kind, spec).filter((key) => !own.includes(key)) }];
  });
}

/** By a resource that is to be the same thing and is not yet. */
function wanted({ live }: Removed, stuck: readonly Stuck[]): Naming | undefined {
  const keys = keysOf(live.kind, live.spec);
  const heir = stuck.find(
    (each) =>
      each.keys.some((key) => keys.includes(key)) &&
      (each.step.action === 'blocked' || !canShare(live.kind, live.spec, each.spec)),
  );
  if (heir === undefined) return undefined;
  const { address: other, step } = heir;
  return {
    reason: { code: step.action === 'blocked' ? 'heir-blocked' : 'heir-gone', other },
    remedies: [{ code: 'resolve-first', other }],
  };
}
