/**
 * Steps that must not be done because a step on which their safety depends is not done: it is blocked, drifted, or
 * filtered out. Without it, URLs would be less protected than declared, or forwarded requests would fail. They are
 * computed from the declared state, since only the plan as a whole is known to be safe.
 */
import { exclusiveKeys, mayCoexist } from '../../derive/forms/identity.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Address } from '../../model/workspace/address.ts';
import type { Planning } from '../input.ts';
import { forwardRules } from './forward-rules.ts';
import { lossesOf } from './losses.ts';
import type { OrderRule } from './during-apply.ts';
import { safeOrder } from './safe-order.ts';
import { areAlike, movesOf, type Move, type Moves } from './object-changes.ts';
import type { ObstacleFinder } from '../obstacles/obstacle.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import { addTo } from '../../text/lists/group-by.ts';

export const restsOnUndone: ObstacleFinder = ({ planning, steps, rest }) => {
  const undoneBy = unsafeMoves(planning, movesOf(planning, [...steps, ...rest]), new Set(steps));
  if (undoneBy.size === 0) return undefined;
  return ({ address, requests }) => {
    const undone = requests.length === 0 ? undefined : undoneBy.get(address);
    if (undone === undefined) return undefined;
    const { address: other, why } = undone;
    return {
      reason: { code: why === 'filtered' ? 'rests-on-filtered' : 'rests-on-undone', other },
      restsOn: [other],
      remedies: [why === 'filtered' ? { code: 'choose-too', other } : { code: 'do-first', address, other }],
    };
  };
};

/** The stopped steps by address, each with the step that is not done. */
function unsafeMoves(
  planning: Planning,
  moves: Moves,
  chosen: ReadonlySet<Step>,
): ReadonlyMap<Address, Undone> {
  const all = moves.moves.map((move): State => {
    const isMade = move.step !== undefined && chosen.has(move.step);
    return { move, isMade, isWhole: isMade && areAlike(move.after, move.wanted) };
  });
  const undoneBy = new Map<Address, Undone>();
  if (all.every(({ isWhole }) => isWhole)) return undoneBy;
  const { demands, state } = lossesOf(planning, moves, { of: moves.moves, side: 'wanted' });
  const { restsOn } = safeOrder(
    identityRules(moves.moves),
    demands.map((demand) => ({ ...demand, options: byEase(demand.options, all) })),
    forwardRules(state, planning.hiddenTexts),
  );
  // Propagates from steps that are not done to all that depend on them, directly or not.
  const resting = new Map<number, number[]>();
  for (const [waiting, others] of restsOn) for (const required of others) addTo(resting, required, waiting);
  const open = [...all.keys()].filter((change) => all[change]?.isWhole === false);
  for (let required = open.pop(); required !== undefined; required = open.pop()) {
    for (const waiting of resting.get(required) ?? []) {
      const [step, other] = [all[waiting], all[required]];
      if (step?.isMade !== true || other === undefined || undoneBy.has(step.move.address)) continue;
      undoneBy.set(step.move.address, { address: other.move.address, why: whyUndone(other) });
      open.push(waiting);
    }
  }
  return undoneBy;
}

interface State {
  readonly move: Move;
  /** The step is among those to be done, unless it gets stopped. */
  readonly isMade: boolean;
  /** The object ends up exactly as declared. */
  readonly isWhole: boolean;
}

function whyUndone({ move: { step }, isMade }: State): Undone['why'] {
  return step !== undefined && !isMade ? 'filtered' : 'not-done';
}

/** Prefers rules for steps that are not done anyway; last come rules on steps that cannot be done completely. */
function byEase(options: readonly OrderRule[], all: readonly State[]): readonly OrderRule[] {
  const ease = ({ waiting, required }: OrderRule): number =>
    all[waiting]?.isMade === true ? (all[required]?.isWhole === true ? 1 : 2) : 0;
  return [...options].sort((a, b) => ease(a) - ease(b));
}

/** The step that is not done while the safety of another depends on it. */
interface Undone {
  readonly address: Address;
  readonly why: 'not-done' | 'filtered';
}

/**
 * A step that takes a url, match or hostport, or no longer shares it, must follow the step that frees it or begins to
 * share it: the service rejects duplicates.
 */
export function identityRules(moves: readonly Move[]): readonly OrderRule[] {
  const sides = moves.map((move) => ({
    move,
    keysBefore: keysOf(move.before),
    keysAfter: keysOf(move.after),
  }));
  const givenUp = new Map<string, { readonly required: number; readonly move: Move }[]>();
  for (const [required, { move, keysBefore, keysAfter }] of sides.entries()) {
    const isShared = areSharing(move.after, move.after) && !areSharing(move.after, move.before);
    for (const key of keysBefore.filter((sharedKey) => isShared || !keysAfter.includes(sharedKey)))
      addTo(givenUp, key, { required, move });
  }
  return sides.flatMap(({ move, keysBefore, keysAfter }, waiting) =>
    keysAfter
      .flatMap((key) =>
        (givenUp.get(key) ?? []).map((other) => ({ ...other, isKept: keysBefore.includes(key) })),
      )
      .filter(({ move: other, isKept }) => !isKept || areSharing(move.before, other.before))
      .filter((other) => other.required !== waiting && !areSharing(move.after, other.move.before))
      .map(({ required }) => ({ waiting, required })),
  );
}

function keysOf(server: TrafficServer | undefined): readonly string[] {
  return server === undefined ? [] : exclusiveKeys(server.kind, server.spec);
}

function areSharing(taking: TrafficServer | undefined, leaving: TrafficServer | undefined): boolean {
  return taking !== undefined && mayCoexist(taking.kind, taking.spec, leaving?.spec);
}
