/**
 * Other parts of the files refer to an object that a step removes: deleting an object that another resource adopts, was
 * renamed from, or is blocked from replacing would remove the object that should be kept.
 */
import { exclusiveKeys, mayCoexist } from '../../derive/forms/identity.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Live } from '../../model/live.ts';
import type { Address } from '../../model/workspace/address.ts';
import type { Planning } from '../input.ts';
import type { Pair } from '../steps/pair.ts';
import { renamesInTwo } from './identity-holders.ts';
import type { Obstacle, ObstacleFinder } from './obstacle.ts';

type LiveRemoval = Extract<Pair, { type: 'removed' }> & { readonly live: Live };

export const stillNamed: ObstacleFinder = ({ planning, pairs, steps, rest }) => {
  if (!steps.some(isRemoving)) return undefined;
  const removed = new Map(pairs.flatMap((pair) => (isFound(pair) ? [[pair.address, pair] as const] : [])));
  const stuck = stuckResources(planning, pairs, [...rest, ...steps]);
  return (step) => {
    const pair = isRemoving(step) ? removed.get(step.address) : undefined;
    return pair && namingOf(planning, pair, step, stuck);
  };
};

function isRemoving({ action, liveHash }: Step): boolean {
  return action === 'delete' || action === 'retire' || (action === 'forget' && liveHash !== undefined);
}

function isFound(pair: Pair): pair is LiveRemoval {
  return pair.type === 'removed' && pair.live !== 'missing';
}

function namingOf(
  planning: Planning,
  pair: LiveRemoval,
  step: Step,
  stuck: readonly Stuck[],
): Obstacle | undefined {
  const named = adopted(planning, pair, step) ?? formerlyNamed(planning, pair);
  // Forgetting changes no live object.
  return named ?? (step.action === 'forget' ? undefined : wanted(pair, stuck));
}

/** Named by `adopt:` of this environment. */
function adopted(
  { environment }: Planning,
  { address, live, entry }: LiveRemoval,
  { action }: Step,
): Obstacle | undefined {
  const lines = environment.adopt.filter(({ id }) => id === live.id || id === entry.id);
  const line = lines.find((adoption) => adoption.address !== address) ?? lines[0];
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
  // A `removed` document for this address decides. Without one, the `adopt:` entry may be left over from a rename.
  if (action !== 'delete') return undefined;
  return {
    reason: { code: 'adopt-names-it', id: line.id },
    remedies: [
      { code: 'remove-adopt-to-delete', address },
      { code: 'formerly-new', other: address },
    ],
  };
}

/** Named by `formerly` of a resource that did not take it over, because it has an object of its own. */
function formerlyNamed({ desired }: Planning, { address }: LiveRemoval): Obstacle | undefined {
  const successor = desired.find(({ formerly }) => formerly.includes(address));
  if (successor === undefined) return undefined;
  const renames = renamesInTwo({ desired }, successor.address, address);
  return {
    reason: { code: 'heir-exists', other: successor.address },
    remedies:
      renames.length > 0
        ? renames
        : [{ code: 'drop-formerly', address, other: successor.address }, { code: 'declare-again' }],
  };
}

/** A resource that differs from its declaration, with the identities it would take. */
interface Stuck {
  readonly address: Address;
  readonly step: Step;
  readonly keys: readonly string[];
  readonly spec: Step['desired'];
}

/** Blocked resources, and those that are gone and not recreated. */
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
  const ownKeys = new Map<Address, readonly string[]>();
  for (const pair of pairs)
    if (pair.type === 'managed' && pair.live !== 'missing')
      ownKeys.set(pair.desired.address, exclusiveKeys(pair.live.kind, pair.live.spec));
  return desired.flatMap(({ address, kind, spec }) => {
    const step = stuck.get(address);
    if (step === undefined) return [];
    const keysOfStep = ownKeys.get(address) ?? [];
    return [
      { address, step, spec, keys: exclusiveKeys(kind, spec).filter((key) => !keysOfStep.includes(key)) },
    ];
  });
}

/** Wanted by a resource that is to take the same identity and has not yet. */
function wanted({ live }: LiveRemoval, stuck: readonly Stuck[]): Obstacle | undefined {
  const keys = exclusiveKeys(live.kind, live.spec);
  const successor = stuck.find(
    (candidate) =>
      candidate.keys.some((key) => keys.includes(key)) &&
      (candidate.step.action === 'blocked' || !mayCoexist(live.kind, live.spec, candidate.spec)),
  );
  if (successor === undefined) return undefined;
  const { address: other, step } = successor;
  return {
    reason: { code: step.action === 'blocked' ? 'heir-blocked' : 'heir-gone', other },
    remedies: [{ code: 'resolve-first', other }],
  };
}
