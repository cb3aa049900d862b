/**
 * The effect of a set of changes on the protection of URLs, at the end and at every moment before: which URLs end up
 * less protected, and which change must follow which so that no URL is temporarily less protected than both before and
 * after.
 *
 * Whatever fails, a change starts only when all changes it depends on are done. So a moment is a set of done changes
 * together with all their dependencies; no other states occur.
 *
 * A candidate is bad if it is less protected than both the server before and the server after. It serves at a moment
 * when it is present and all candidates of higher rank are absent. One rule for each bad candidate makes that
 * impossible.
 */
import { firstIn, type UrlSpace } from '../../routing/url-spaces/url-space.ts';
import type { ServerOnSide } from '../../routing/traffic/through-forwards.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import type { ExposureLoss } from '../../model/facts/exposure.ts';
import type { Address } from '../../model/workspace/address.ts';
import { distinct } from '../exposure/distinct.ts';
import type { ServerCandidate } from '../../routing/url-spaces/candidate-lines.ts';

/** The change `waiting` may begin only when the change `required` is done. */
export interface OrderRule {
  readonly waiting: number;
  readonly required: number;
}

/** At least one of the rules must hold, or a URL is temporarily less protected. */
export interface Demand {
  readonly options: readonly OrderRule[];
  readonly weaker: WeakerServer;
}

/** A space that a less protected object serves. */
export interface WeakerServer {
  readonly space: string;
  /** The objects that serve it before; for a temporary loss, if there are none, those that serve it at the end. */
  readonly from: readonly TrafficServer[];
  readonly to: TrafficServer;
  readonly lost: readonly ExposureLoss[];
  readonly causes: readonly number[];
  /** Temporary, and no order avoids it. */
  readonly isMomentary?: true;
  /** A route that nothing shows: all of this holds only if it is live. */
  readonly ifThere?: { readonly address: Address; readonly why: 'missing' | 'unanswered' };
  /** `to` serves it too from now on, beside `from`; of `former`, since `from` does not any more. */
  readonly beside?: 'now' | 'former';
  /** No object serves it before, and `from` is the declared object instead of the real `to`. */
  readonly isNew?: true;
}

/** A space that no object serves before. */
export interface NewSpace {
  readonly space: string;
  /** The change of the object that serves it at the end. */
  readonly change: number;
}

export interface SpaceLosses {
  /** At the end. */
  readonly weaker: readonly WeakerServer[];
  /** Handovers at the end without a known loss; a policy that cannot be read may hide one. */
  readonly unread: readonly WeakerServer[];
  readonly demands: readonly Demand[];
  readonly opened: readonly NewSpace[];
}

/** The protection lost when `to` serves what `from` does. */
export type LostBetween = (from: TrafficServer, to: TrafficServer) => readonly ExposureLoss[];

/** The guards that requests to a server meet, with what is behind its forwards before all changes, or after. */
export interface ServerViews {
  readonly before: (server: TrafficServer) => ServerOnSide;
  readonly after: (server: TrafficServer) => ServerOnSide;
}

export function lossesOfSpaces(
  spaces: Iterable<UrlSpace>,
  lostBetween: LostBetween,
  views: ServerViews,
): SpaceLosses {
  // Relative to all of `from`; undefined if any of them protects no better than `to`.
  const lostToAll = (
    from: readonly TrafficServer[],
    to: TrafficServer,
  ): readonly ExposureLoss[] | undefined => {
    const lost = from.map((server) => lostBetween(server, to));
    return lost.some((losses) => losses.length === 0) ? undefined : lost.flat();
  };
  const weaker: WeakerServer[] = [];
  const unread: WeakerServer[] = [];
  const demands = new Map<string, Demand>();
  const opened: NewSpace[] = [];
  for (const { candidates, space } of spaces) {
    const before = serving(candidates, 'before');
    const after = serving(candidates, 'after');
    // A route that is off keeps its match from all others: its protection is that of the URLs.
    const owning = before.length === 0 ? firstIn(candidates, 'before').filter(hasServer) : before;
    for (const candidate of after) {
      const { server, change } = candidate;
      if (before.length === 0 && change !== undefined) opened.push({ space: space(), change });
      if (owning.length === 0 || owning.some((served) => served.server.address === server.address)) continue;
      const from = wholes(owning, views.before);
      const to = views.after(server).whole;
      const found = { space: space(), from, to, causes: causesOf(candidate, owning) };
      if (found.causes.length === 0) continue;
      const lost = lostToAll(from, to);
      if (lost !== undefined) weaker.push({ ...found, lost });
      else unread.push({ ...found, lost: [] });
    }
    for (const [index, candidate] of candidates.entries()) {
      if (!isServing(candidate) || before.includes(candidate) || after.includes(candidate)) continue;
      const options = optionsFor(candidate, higher(candidates, index));
      if (options === undefined) continue;
      const key = options.map(({ waiting, required }) => `${waiting} ${required}`).join();
      if (demands.has(key)) continue;
      const [wholesBefore, wholesAfter] = [wholes(before, views.before), wholes(after, views.after)];
      const losses = meanwhile(candidate.server, views).flatMap((to) => {
        const lost = lostToBoth([wholesBefore, wholesAfter].map((some) => lostToAll(some, to)));
        return lost === undefined ? [] : [{ to, lost }];
      });
      const [first] = losses;
      if (first === undefined) continue;
      const handover = {
        space: space(),
        from: wholesBefore.length > 0 ? wholesBefore : wholesAfter,
        to: first.to,
        lost: distinct(losses.flatMap(({ lost }) => lost)),
        causes: [],
      };
      demands.set(key, { options, weaker: handover });
    }
  }
  return { weaker, unread, demands: [...demands.values()], opened };
}

type ServingCandidate = ServerCandidate & { readonly server: TrafficServer };

function hasServer(candidate: ServerCandidate): candidate is ServingCandidate {
  return candidate.server !== undefined;
}

function isServing(candidate: ServerCandidate): candidate is ServingCandidate {
  return candidate.answers && hasServer(candidate);
}

/** The candidates that serve the space before any change, or after all. */
function serving(
  candidates: readonly ServerCandidate[],
  when: 'before' | 'after',
): readonly ServingCandidate[] {
  return firstIn(candidates, when).filter(isServing);
}

/** The change that brings the candidate; if it was present before, the changes that remove the previous servers. */
function causesOf({ when, change }: ServerCandidate, before: readonly ServerCandidate[]): readonly number[] {
  if (when === 'after' && change !== undefined) return [change];
  return before.flatMap((candidate) =>
    candidate.when === 'before' && candidate.change !== undefined ? [candidate.change] : [],
  );
}

function wholes(
  candidates: readonly ServingCandidate[],
  view: (server: TrafficServer) => ServerOnSide,
): readonly TrafficServer[] {
  return candidates.map(({ server }) => view(server).whole);
}

/**
 * The states that a server may have for a while: with what is behind its forwards on either side, unless it is dead
 * there.
 */
function meanwhile(server: TrafficServer, views: ServerViews): readonly TrafficServer[] {
  const alive = [views.before, views.after].map((view) => view(server)).filter(({ isDead }) => !isDead);
  return alive.length === 0 ? [server] : [...new Set(alive.map(({ whole }) => whole))];
}

/** Losses relative to both sides. A space that no object serves counts as fully protected. */
function lostToBoth(
  sides: readonly (readonly ExposureLoss[] | undefined)[],
): readonly ExposureLoss[] | undefined {
  const known = sides.filter((side) => side !== undefined);
  return known.length < sides.length ? undefined : distinct(known.flat());
}

function higher(candidates: readonly ServerCandidate[], index: number): readonly ServerCandidate[] {
  const rank = candidates[index]?.rank;
  return candidates.slice(0, index).filter((rival) => rival.rank !== rank);
}

/**
 * Rules, best first, each of which keeps the candidate from ever serving; undefined if it never does anyway. The
 * candidate serves once all higher candidates of `before` have left (`leaving`) and none of `after` has arrived
 * (`coming`).
 */
function optionsFor(
  { when, change }: ServerCandidate,
  above: readonly ServerCandidate[],
): readonly OrderRule[] | undefined {
  const changes = (side: ServerCandidate['when']): readonly number[] => [
    ...new Set(
      above.flatMap((candidate) =>
        candidate.when === side && candidate.change !== undefined ? [candidate.change] : [],
      ),
    ),
  ];
  const [leaving, coming] = [changes('before'), changes('after')];
  // A higher candidate that is always present, or one change that replaces a higher candidate by another.
  if (above.some((candidate) => candidate.when === 'always') || leaving.some((left) => coming.includes(left)))
    return undefined;
  if (change !== undefined && when === 'after' && coming.includes(change)) return undefined;
  if (change !== undefined && when === 'before' && leaving.includes(change)) return undefined;
  const replaced = leaving
    .slice(0, most)
    .flatMap((waiting) => coming.slice(0, most).map((required) => ({ waiting, required })));
  if (change === undefined || when === 'always') return replaced;
  return when === 'before'
    ? [...leaving.slice(0, most).map((waiting) => ({ waiting, required: change })), ...replaced].filter(
        ({ waiting, required }) => waiting !== required,
      )
    : [...coming.slice(0, most).map((required) => ({ waiting: change, required })), ...replaced].filter(
        ({ waiting, required }) => waiting !== required,
      );
}

/** A cap on the changes from which rules are built. */
const most = 4;
