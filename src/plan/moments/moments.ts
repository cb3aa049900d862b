/**
 * The effect of a set of changes on the protection of URLs, at the end and at every moment before: which URLs end up
 * less protected, and which change must follow which so that no URL is temporarily less protected than both before and
 * after.
 *
 * Whatever fails, a change starts only when all changes it depends on are done. So a moment is a set of done changes
 * together with all their dependencies; no other states occur.
 *
 * A rival is bad if it is less protected than both the server before and the server after. It serves at a moment when
 * it is present and all rivals of higher rank are absent. One rule for each bad rival makes that impossible.
 */
import type { UrlSpace, ServerCandidate } from '../../routing/contests/contests.ts';
import type { TrafficServer } from '../../routing/holder.ts';
import type { ExposureLoss } from '../../model/facts/exposure.ts';
import type { Address } from '../../model/workspace.ts';
import { distinct } from '../exposure/distinct.ts';

/** The turn `x` may begin only when the turn `y` is done. */
export interface OrderRule {
  readonly x: number;
  readonly y: number;
}

/** At least one of the rules must hold, or a URL is temporarily less protected. */
export interface Demand {
  readonly options: readonly OrderRule[];
  readonly handover: WeakerServer;
}

/** A space that a less protected object serves. */
export interface WeakerServer {
  readonly space: string;
  /** The objects that serve it before; for a temporary loss, if there are none, those that serve it at the end. */
  readonly from: readonly TrafficServer[];
  readonly to: TrafficServer;
  /** The protection lost. */
  readonly lost: readonly ExposureLoss[];
  /** The turns that cause it. */
  readonly causes: readonly number[];
  /** Temporary, and no order avoids it. */
  readonly isMomentary?: true;
  /** A route that nothing shows: all of this holds only if it is live. */
  readonly ifThere?: { readonly address: Address; readonly why: 'missing' | 'unanswered' };
  /** `to` serves it too from now on, beside `from`. */
  readonly isBeside?: true;
  /** No object serves it before, and `from` is the declared object instead of the real `to`. */
  readonly isNew?: true;
}

/** A space that no object serves before. */
export interface NewSpace {
  readonly space: string;
  /** The turn of the object that serves it at the end. */
  readonly turn: number;
}

export interface SpaceLosses {
  /** At the end. */
  readonly handovers: readonly WeakerServer[];
  /** Handovers at the end without a known loss; a policy that cannot be read may hide one. */
  readonly unread: readonly WeakerServer[];
  readonly demands: readonly Demand[];
  readonly opened: readonly NewSpace[];
}

/** The protection lost when `to` serves what `from` does. */
export type LostBetween = (from: TrafficServer, to: TrafficServer) => readonly ExposureLoss[];

export function lossesOfSpaces(contests: Iterable<UrlSpace>, lostBetween: LostBetween): SpaceLosses {
  const lostToAll = toAll(lostBetween);
  const handovers: WeakerServer[] = [];
  const unread: WeakerServer[] = [];
  const demands = new Map<string, Demand>();
  const opened: NewSpace[] = [];
  for (const { rivals, space } of contests) {
    const before = serving(rivals, 'before');
    const after = serving(rivals, 'after');
    // A route that is off keeps its match from all others: its protection is that of the URLs.
    const owning = before.length === 0 ? highest(rivals, 'before').filter(hasServer) : before;
    for (const rival of after) {
      const { holder, turn } = rival;
      if (before.length === 0 && turn !== undefined) opened.push({ space: space(), turn });
      if (owning.length === 0 || owning.some((each) => each.holder.address === holder.address)) continue;
      const from = owning.map((each) => each.holder);
      const found = { space: space(), from, to: holder, causes: causesOf(rival, owning) };
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
      const lost = lostToBoth([was ?? [], is ?? []].map((some) => lostToAll(some, rival.holder)));
      if (lost === undefined) continue;
      const from = (was?.length ?? 0) > 0 ? was : is;
      const handover = { space: space(), from: from ?? [], to: rival.holder, lost, causes: [] };
      demands.set(key, { options, handover });
    }
  }
  return { handovers, unread, demands: [...demands.values()], opened };
}

type ServingCandidate = ServerCandidate & { readonly holder: TrafficServer };

function hasServer(rival: ServerCandidate): rival is ServingCandidate {
  return rival.holder !== undefined;
}

function isServing(rival: ServerCandidate): rival is ServingCandidate {
  return rival.answers && hasServer(rival);
}

/** The rivals that serve the space before any change, or after all. */
function serving(rivals: readonly ServerCandidate[], when: 'before' | 'after'): readonly ServingCandidate[] {
  return highest(rivals, when).filter(isServing);
}

function highest(rivals: readonly ServerCandidate[], when: 'before' | 'after'): readonly ServerCandidate[] {
  const there = rivals.filter((rival) => rival.when === 'always' || rival.when === when);
  return there.filter(({ rank }) => rank === there[0]?.rank);
}

/** The turn that brings the rival; if it was present before, the turns that remove the previous servers. */
function causesOf({ when, turn }: ServerCandidate, before: readonly ServerCandidate[]): readonly number[] {
  if (when === 'after' && turn !== undefined) return [turn];
  return before.flatMap((each) => (each.when === 'before' && each.turn !== undefined ? [each.turn] : []));
}

/** The losses relative to all of `from`; undefined if any of them protects no better than `to`. */
function toAll(
  lostBetween: LostBetween,
): (from: readonly TrafficServer[], to: TrafficServer) => readonly ExposureLoss[] | undefined {
  return (from, to) => {
    const lost = from.map((each) => lostBetween(each, to));
    return lost.some((each) => each.length === 0) ? undefined : lost.flat();
  };
}

/** Losses relative to both sides. A space that no object serves counts as fully protected. */
function lostToBoth(
  sides: readonly (readonly ExposureLoss[] | undefined)[],
): readonly ExposureLoss[] | undefined {
  const known = sides.filter((side) => side !== undefined);
  return known.length < sides.length ? undefined : distinct(known.flat());
}

function higher(rivals: readonly ServerCandidate[], index: number): readonly ServerCandidate[] {
  const rank = rivals[index]?.rank;
  return rivals.slice(0, index).filter((each) => each.rank !== rank);
}

/**
 * Rules, best first, each of which keeps the rival from ever serving; undefined if it never does anyway. The rival
 * serves once all higher rivals of `before` have left (`leaving`) and none of `after` has arrived (`coming`).
 */
function optionsFor(
  { when, turn }: ServerCandidate,
  above: readonly ServerCandidate[],
): readonly OrderRule[] | undefined {
  const turns = (side: ServerCandidate['when']): readonly number[] => [
    ...new Set(above.flatMap((each) => (each.when === side && each.turn !== undefined ? [each.turn] : []))),
  ];
  const [leaving, coming] = [turns('before'), turns('after')];
  // A higher rival that is always present, or one turn that replaces a higher rival by another.
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

/** A cap on the turns from which rules are built. */
const most = 4;
