/**
 * Which steps must not be done since what their safety rests on is not done: it is blocked, drifted, or left out by a
 * filter. They are found in the world that the files want: there the plan is safe only as a whole.
 */
import type { Step } from '../../model/plan/step.ts';
import { contestsOf } from '../../domain/contests/contests-of.ts';
import type { Address } from '../../model/workspace.ts';
import { identityRules } from './identity-rules.ts';
import type { Planning } from '../input.ts';
import { lossesOfContests, type TurnRule } from './moments.ts';
import { safeOrder } from './safe-order.ts';
import type { Undone } from './stopped.ts';
import { areAlike, type Move, type Moves } from './turns.ts';
import { worldOf } from './worlds.ts';

/** By address, with what is not done. */
export function stoppedMoves(
  planning: Planning,
  moves: Moves,
  chosen: ReadonlySet<Step>,
): ReadonlyMap<Address, Undone> {
  const all = moves.moves.map((move): State => {
    const isMade = move.step !== undefined && chosen.has(move.step);
    return { move, isMade, isWhole: isMade && areAlike(move.after, move.wanted) };
  });
  const stopped = new Map<Address, Undone>();
  if (all.every(({ isWhole }) => isWhole)) return stopped;
  const world = worldOf(planning, moves, { of: moves.moves, side: 'wanted' });
  const { demands } = lossesOfContests(contestsOf(world));
  const { restsOn } = safeOrder(
    identityRules(moves.moves),
    demands.map((demand) => ({ ...demand, options: byEase(demand.options, all) })),
  );
  // From what is not done to all that rests on it, whatever lies between.
  const resting = new Map<number, number[]>();
  for (const [x, others] of restsOn) {
    for (const y of others) {
      const known = resting.get(y);
      if (known === undefined) resting.set(y, [x]);
      else known.push(x);
    }
  }
  const open = [...all.keys()].filter((y) => all[y]?.isWhole === false);
  for (let y = open.pop(); y !== undefined; y = open.pop()) {
    for (const x of resting.get(y) ?? []) {
      const [step, other] = [all[x], all[y]];
      if (step?.isMade !== true || other === undefined || stopped.has(step.move.address)) continue;
      stopped.set(step.move.address, { address: other.move.address, why: whyUndone(other) });
      open.push(x);
    }
  }
  return stopped;
}

interface State {
  readonly move: Move;
  /** Its step is among those that are done, if nothing stops it. */
  readonly isMade: boolean;
  /** So that it is as the files want it. */
  readonly isWhole: boolean;
}

function whyUndone({ move: { step }, isMade }: State): Undone['why'] {
  return step !== undefined && !isMade ? 'filtered' : 'not-done';
}

/** First the rules about what is not done anyway, last those about what cannot be done whole. */
function byEase(options: readonly TurnRule[], all: readonly State[]): readonly TurnRule[] {
  const ease = ({ x, y }: TurnRule): number =>
    all[x]?.isMade === true ? (all[y]?.isWhole === true ? 1 : 2) : 0;
  return [...options].sort((a, b) => ease(a) - ease(b));
}
