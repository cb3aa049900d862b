/**
 * The gate, computed from the routing changes themselves: the world before, the world after what will really be done,
 * and each moment between. A step that would leave a URL less protected has an exposure; one whose safety rests on a
 * step that is not done (blocked, drifted, left out by a filter) is blocked; the others say what they rest on.
 */
import { contestsOf } from '../domain/contests-of.ts';
import type { World } from '../domain/contests.ts';
import { edgesOf } from '../domain/edges.ts';
import { identityKeys } from '../derive/identity.ts';
import type { Step } from '../model/plan.ts';
import type { Address } from '../model/workspace.ts';
import { handoverReasons, unreadReasons } from './handover-words.ts';
import { canShare } from './identity-holders.ts';
import type { Planning } from './input.ts';
import { judgeContests, type Demand, type Handover, type Rule } from './moments.ts';
import { exposing } from './exposure.ts';
import { safeOrder } from './safe-order.ts';
import { stoppedStep, type Undone } from './stopped.ts';
import { areAlike, movesOf, turnOf, type Move, type Moves } from './turns.ts';
import { withUnjudged } from './unjudged.ts';
import { unseenPlaces } from './unseen-places.ts';

/** All steps, and those of them that a filter leaves. */
interface Given {
  readonly all: readonly Step[];
  readonly chosen: readonly Step[];
}

export function withGate(planning: Planning, { all, chosen }: Given): readonly Step[] {
  const moves = movesOf(planning, all);
  if (moves.moves.length === 0) return chosen;
  const isChosen = new Set(chosen);
  const stopped = stoppedBy(planning, moves, isChosen);
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

interface Side {
  readonly of: readonly Move[];
  readonly side: 'after' | 'wanted';
}

/** What is not among the moves that are made stays as it is. */
function worldOf({ live, environment }: Planning, { moves, still }: Moves, { of, side }: Side): World {
  const made = new Set(of);
  const left = moves.flatMap((move) => (made.has(move) || move.before === undefined ? [] : [move.before]));
  return {
    still: [...still, ...left],
    turns: of.map((move) => turnOf(move, move[side])),
    edges: edgesOf(environment.ids?.values() ?? [], live.listed),
  };
}

/** The moves that must not be made, each with what it rests on and is not done. */
function stoppedBy(
  planning: Planning,
  moves: Moves,
  chosen: ReadonlySet<Step>,
): ReadonlyMap<Address, Undone> {
  const { moves: all } = moves;
  const isMade = ({ step }: Move): boolean => step !== undefined && chosen.has(step);
  const isWhole = (move: Move): boolean => isMade(move) && areAlike(move.after, move.wanted);
  const stopped = new Map<Address, Undone>();
  if (all.every(isWhole)) return stopped;
  const world = worldOf(planning, moves, { of: all, side: 'wanted' });
  const { demands } = judgeContests(contestsOf(world));
  const whole = all.map(isWhole);
  const preferred = demands.map((demand) => ({
    ...demand,
    options: byEase(demand.options, all.map(isMade), whole),
  }));
  const { restsOn } = safeOrder([], preferred);
  const waiting = [...restsOn].filter(([x]) => isMade(all[x]!));
  // Whatever rests on one that is stopped is stopped as well.
  for (let before = -1; before !== stopped.size;) {
    before = stopped.size;
    for (const [x, others] of waiting) {
      const { address } = all[x]!;
      if (stopped.has(address)) continue;
      const undone = [...others].map((y) => ({ move: all[y]!, isDone: whole[y] === true }));
      const first = undone.find(({ move, isDone }) => !isDone || stopped.has(move.address));
      if (first !== undefined)
        stopped.set(address, undoneOf(first.move, { stopped, isMade: isMade(first.move) }));
    }
  }
  return stopped;
}

function undoneOf(
  { address, step }: Move,
  { stopped, isMade }: { readonly stopped: ReadonlyMap<Address, Undone>; readonly isMade: boolean },
): Undone {
  if (stopped.has(address)) return { address, why: 'blocked' };
  return { address, why: step === undefined || isMade ? 'not-done' : 'filtered' };
}

/** First the rules about what is not made anyway, then those about what is made whole. */
function byEase(
  options: readonly Rule[],
  made: readonly boolean[],
  whole: readonly boolean[],
): readonly Rule[] {
  const ease = ({ x, y }: Rule): number => (made[x] === true ? (whole[y] === true ? 1 : 2) : 0);
  return [...options].sort((a, b) => ease(a) - ease(b));
}

/** What takes a URL, a match or a hostport comes after what gives it up. */
function identityRules(moves: readonly Move[]): readonly Rule[] {
  const givenUp = new Map<string, number[]>();
  const keys = moves.map(({ before, after }) => ({ was: keysOf(before), is: keysOf(after) }));
  for (const [turn, { was, is }] of keys.entries()) {
    for (const key of was) if (!is.includes(key)) givenUp.set(key, [...(givenUp.get(key) ?? []), turn]);
  }
  return keys.flatMap(({ was, is }, x) =>
    is
      .filter((key) => !was.includes(key))
      .flatMap((key) => (givenUp.get(key) ?? []).map((y) => ({ x, y })))
      .filter(({ y }) => !areSharing(moves[x]!, moves[y]!)),
  );
}

function keysOf(holder: Move['after']): readonly string[] {
  return holder === undefined
    ? []
    : identityKeys(holder.kind, holder.spec).map((key) => `${holder.kind} ${key}`);
}

function areSharing({ after }: Move, { before }: Move): boolean {
  return after !== undefined && canShare(after.kind, after.spec, before?.spec);
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
