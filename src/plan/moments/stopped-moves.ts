/**
 * Steps that must not be done because a step on which their safety depends is not done: it is blocked, drifted, or
 * filtered out. They are computed from the declared state, since only the plan as a whole is known to be safe.
 */
import type { Step } from '../../model/plan/step.ts';
import type { Address } from '../../model/workspace.ts';
import { identityRules } from './identity-rules.ts';
import type { Planning } from '../input.ts';
import { lossesOf } from './losses.ts';
import type { TurnRule } from './moments.ts';
import { safeOrder } from './safe-order.ts';
import type { Undone } from './stopped.ts';
import { areAlike, type Move, type Moves } from './turns.ts';

/** The stopped steps by address, each with the step that is not done. */
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
  const { demands } = lossesOf(planning, moves, { of: moves.moves, side: 'wanted' });
  const { restsOn } = safeOrder(
    identityRules(moves.moves),
    demands.map((demand) => ({ ...demand, options: byEase(demand.options, all) })),
  );
  // Propagates from steps that are not done to all that depend on them, directly or not.
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
  /** The step is among those to be done, unless it gets stopped. */
  readonly isMade: boolean;
  /** The object ends up exactly as declared. */
  readonly isWhole: boolean;
}

function whyUndone({ move: { step }, isMade }: State): Undone['why'] {
  return step !== undefined && !isMade ? 'filtered' : 'not-done';
}

/** Prefers rules for steps that are not done anyway; last come rules on steps that cannot be done completely. */
function byEase(options: readonly TurnRule[], all: readonly State[]): readonly TurnRule[] {
  const ease = ({ x, y }: TurnRule): number =>
    all[x]?.isMade === true ? (all[y]?.isWhole === true ? 1 : 2) : 0;
  return [...options].sort((a, b) => ease(a) - ease(b));
}
