/**
 * The gate, computed from the routing changes themselves: the world before, the world after what will really be done,
 * and each moment between. A step that would leave a URL less protected has an exposure; one whose safety rests on a
 * step that is not done (blocked, drifted, left out by a filter) is blocked; the others say what they rest on.
 */
import { contestsOf } from '../domain/contests-of.ts';
import type { Step } from '../model/plan.ts';
import { exposing } from './exposure.ts';
import { handoverReasons, unreadReasons } from './handover-words.ts';
import { identityRules } from './identity-rules.ts';
import type { Planning } from './input.ts';
import { judgeContests, type Demand, type Handover } from './moments.ts';
import { safeOrder } from './safe-order.ts';
import { stoppedStep } from './stopped.ts';
import { stoppedMoves } from './stopped-moves.ts';
import { movesOf } from './turns.ts';
import { withUnjudged } from './unjudged.ts';
import { unseenPlaces } from './unseen-places.ts';
import { worldOf } from './worlds.ts';

/** All steps, and those of them that a filter leaves. */
interface Given {
  readonly all: readonly Step[];
  readonly chosen: readonly Step[];
}

export function withGate(planning: Planning, { all, chosen }: Given): readonly Step[] {
  const moves = movesOf(planning, all);
  if (moves.moves.length === 0) return chosen;
  const isChosen = new Set(chosen);
  const stopped = stoppedMoves(planning, moves, isChosen);
  const done = moves.moves.filter(
    ({ address, step }) => step !== undefined && isChosen.has(step) && !stopped.has(address),
  );
  const world = worldOf(planning, moves, { of: done, side: 'after' });
  const { handovers, unread, demands } = judgeContests(contestsOf(world));
  const { restsOn, unmet } = safeOrder(identityRules(done), demands);
  const index = new Map(done.map(({ address }, turn) => [address, turn]));
  const exposed = byTurn([...handovers, ...unmet.map(momentary)]);
  const unknown = byTurn(unread);
  const unseen = unseenPlaces(moves);
  return chosen.map((step) => {
    const cause = stopped.get(step.address);
    if (cause !== undefined && step.requests.length > 0) return stoppedStep(planning, step, cause);
    const turn = index.get(step.address);
    const move = turn === undefined ? undefined : done[turn];
    if (turn === undefined || move?.step !== step) return step;
    const rests = [...(restsOn.get(turn) ?? [])].flatMap((each) => done[each]?.address ?? []).sort();
    const reasons = handoverReasons(step, exposed.get(turn) ?? []);
    const judged = exposing(planning, rests.length === 0 ? step : { ...step, restsOn: rests }, reasons);
    return withUnjudged(judged, [...unseen(move), ...unreadReasons(unknown.get(turn) ?? [])]);
  });
}

/** What no order can keep from happening for a while is caused by the step that would have to wait. */
function momentary({ handover, options }: Demand): Handover {
  return { ...handover, isMomentary: true, causes: options.slice(0, 1).map(({ x }) => x) };
}

function byTurn(handovers: readonly Handover[]): ReadonlyMap<number, readonly Handover[]> {
  const found = new Map<number, Handover[]>();
  for (const handover of handovers) {
    for (const turn of handover.causes) {
      const known = found.get(turn);
      if (known === undefined) found.set(turn, [handover]);
      else known.push(handover);
    }
  }
  return found;
}
