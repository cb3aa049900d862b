/**
 * What a set of changes does to the protection of URLs, at its end and at every moment before: which URLs end up less
 * protected, and which change must come after which so that none is less protected for a while than both before and
 * after. Whatever may fail, only a change that all it rests on is done is begun: so a moment is a set of changes that
 * are done, together with all that they rest on, and nothing else can happen.
 *
 * A rival that is less protected than both the server before and the server after is a bad one. It serves at a moment
 * where it is there itself and all before it in the line are not. One rule for each bad rival makes that impossible.
 */
import type { Contest, Rival } from '../../domain/contests/contests.ts';
import type { Holder } from '../../domain/holder.ts';
import type { ExposureLoss } from '../../model/facts/exposure.ts';
import { distinct } from '../exposure/distinct.ts';
import { lostBetween } from './lost-between.ts';

/** The turn `x` may begin only when the turn `y` is done. */
export interface TurnRule {
  readonly x: number;
  readonly y: number;
}

/** One of the rules must hold, or a URL is less protected for a while. */
export interface Demand {
  readonly options: readonly TurnRule[];
  readonly handover: WeakerHandover;
}

/** A space that is served by something less protected. */
export interface WeakerHandover {
  readonly space: string;
  /** What served it before, and what would at the end, each as good as the other. */
  readonly from: readonly Holder[];
  readonly to: Holder;
  /** What is lost. */
  readonly lost: readonly ExposureLoss[];
  /** The turns that cause it. */
  readonly causes: readonly number[];
  /** For a while only, and no order avoids it. */
  readonly isMomentary?: true;
  /** Nothing serves it before, and `from` is what the files declare instead of `to`. */
  readonly isNew?: true;
}

/** A space that nothing serves before. */
export interface NewSpace {
  readonly space: string;
  /** What serves it at the end. */
  readonly turn: number;
}

export interface ContestLosses {
  /** At the end. */
  readonly handovers: readonly WeakerHandover[];
  /** At the end, where the server before cannot be read. */
  readonly unread: readonly WeakerHandover[];
  readonly demands: readonly Demand[];
  readonly opened: readonly NewSpace[];
}

export function lossesOfContests(contests: Iterable<Contest>): ContestLosses {
  const handovers: WeakerHandover[] = [];
  const unread: WeakerHandover[] = [];
  const demands = new Map<string, Demand>();
  const opened: NewSpace[] = [];
  for (const { rivals, space } of contests) {
    const before = serving(rivals, 'before');
    const after = serving(rivals, 'after');
    for (const rival of after) {
      const { holder, turn } = rival;
      if (before.length === 0 && turn !== undefined) opened.push({ space: space(), turn });
      if (before.length === 0 || before.some((each) => each.holder.address === holder.address)) continue;
      const from = before.map((each) => each.holder);
      const found = { space: space(), from, to: holder, causes: causesOf(rival, before) };
      if (found.causes.length === 0) continue;
      const lost = lostToAll(from, holder);
      if (lost !== undefined) handovers.push({ ...found, lost });
      else unread.push({ ...found, lost: [] });
    }
    for (const [index, rival] of rivals.entries()) {
      if (!isServing(rival) || before.includes(rival) || after.includes(rival)) continue;
      const options = optionsFor(rival, higher(rivals, index));
      if (options === undefined) continue;
      const key = options.map(({ x, y }) => `${x} ${y}`).join();
      if (demands.has(key)) continue;
      const [was, is] = [before, after].map((side) => side.map(({ holder }) => holder));
      const lost = lostToBoth(was ?? [], is ?? [], rival.holder);
      if (lost === undefined) continue;
      const from = (was?.length ?? 0) > 0 ? was : is;
      const handover = { space: space(), from: from ?? [], to: rival.holder, lost, causes: [] };
      demands.set(key, { options, handover });
    }
  }
  return { handovers, unread, demands: [...demands.values()], opened };
}

type Serving = Rival & { readonly holder: Holder };

function isServing(rival: Rival): rival is Serving {
  return rival.answers && rival.holder !== undefined;
}

/** Who has the space before any change, or after all. */
function serving(rivals: readonly Rival[], when: 'before' | 'after'): readonly Serving[] {
  const there = rivals.filter((rival) => rival.when === 'always' || rival.when === when);
  return there.filter(({ rank }) => rank === there[0]?.rank).filter(isServing);
}

/** What arrives causes it; where it was there already, what leaves. */
function causesOf({ when, turn }: Rival, before: readonly Rival[]): readonly number[] {
  if (when === 'after' && turn !== undefined) return [turn];
  return before.flatMap((each) => (each.when === 'before' && each.turn !== undefined ? [each.turn] : []));
}

/** What is lost to each of them; undefined where one of them protects no better. */
function lostToAll(from: readonly Holder[], to: Holder): readonly ExposureLoss[] | undefined {
  const lost = from.map((each) => lostBetween(each, to));
  return lost.some((each) => each.length === 0) ? undefined : lost.flat();
}

/** A space that nothing serves is as protected as can be. */
function lostToBoth(
  before: readonly Holder[],
  after: readonly Holder[],
  to: Holder,
): readonly ExposureLoss[] | undefined {
  const [one, other] = [lostToAll(before, to), lostToAll(after, to)];
  return one === undefined || other === undefined ? undefined : distinct([...one, ...other]);
}

function higher(rivals: readonly Rival[], index: number): readonly Rival[] {
  const rank = rivals[index]?.rank;
  return rivals.slice(0, index).filter((each) => each.rank !== rank);
}

/**
 * The rules any of which keeps a rival from ever serving, the best first; undefined where it never does anyway. It
 * serves when those before it in the line have left (`leaving`) and none has come (`coming`).
 */
function optionsFor({ when, turn }: Rival, above: readonly Rival[]): readonly TurnRule[] | undefined {
  const turns = (side: Rival['when']): readonly number[] => [
    ...new Set(above.flatMap((each) => (each.when === side && each.turn !== undefined ? [each.turn] : []))),
  ];
  const [leaving, coming] = [turns('before'), turns('after')];
  // One that is always there, or one turn on both of its sides.
  if (above.some((each) => each.when === 'always') || leaving.some((each) => coming.includes(each)))
    return undefined;
  if (turn !== undefined && when === 'after' && coming.includes(turn)) return undefined;
  if (turn !== undefined && when === 'before' && leaving.includes(turn)) return undefined;
  const replaced = leaving.slice(0, most).flatMap((x) => coming.slice(0, most).map((y) => ({ x, y })));
  if (turn === undefined || when === 'always') return replaced;
  return when === 'before'
    ? [...leaving.slice(0, most).map((x) => ({ x, y: turn })), ...replaced].filter(({ x, y }) => x !== y)
    : [...coming.slice(0, most).map((y) => ({ x: turn, y })), ...replaced].filter(({ x, y }) => x !== y);
}

/** Of many that would do, these are enough to choose from. */
const most = 4;
