import { identityKeys } from '../../derive/forms/identity.ts';
import type { Desired } from '../../model/desired.ts';
import type { UnknownCreate } from '../../model/ledger/ledger.ts';
import type { Spec } from '../../model/value.ts';
import type { Address } from '../../model/workspace/address.ts';
import { edgesOf } from '../../routing/edges.ts';
import { liveServers, type TrafficServer } from '../../routing/traffic-server.ts';
import type { RoutingState } from '../../routing/url-spaces/routing-state.ts';
import { sidesOf } from '../../routing/traffic/side-index.ts';
import { throughForwards } from '../../routing/traffic/through-forwards.ts';
import { urlSpacesOf } from '../../routing/url-spaces/url-spaces-of.ts';
import { itemsBy } from '../../text/lists/items-by.ts';
import { asWritten } from '../compare/as-written.ts';
import { lostBetween } from '../exposure/less-protected.ts';
import { otherSenders } from '../exposure/access/other-senders.ts';
import { distinct } from '../exposure/distinct.ts';
import type { Planning } from '../input.ts';
import {
  lossesOfSpaces,
  type LostBetween,
  type ServerViews,
  type SpaceLosses,
  type WeakerServer,
} from './during-apply.ts';
import { type Move, type Moves, objectChangeOf } from './object-changes.ts';

const byAddress = itemsBy<Desired>(({ address }) => [address]);

/**
 * The losses of the moves in each state that may be the real one: the one that the API shows and, if there may be
 * routes that it does not show, the one in which they serve. With the state that the API shows.
 */
export function lossesOf(
  planning: Planning,
  moves: Moves,
  side: MoveSide,
): SpaceLosses & { readonly state: RoutingState; readonly views: ServerViews } {
  const state = routingStateOf(planning, moves, side);
  const lost = lostWithSecrets(moves);
  const sides = sidesOf(state);
  const views: ServerViews = {
    before: throughForwards(sides.before),
    after: throughForwards(sides.after),
  };
  const shown = lossesOfSpaces(urlSpacesOf(state), lost, views);
  const routes = missingRoutes(planning);
  if (routes.length === 0) return { ...shown, state, views };
  const other = lossesOfSpaces(
    urlSpacesOf({ ...state, still: [...state.still, ...routes.map(({ server }) => server)] }),
    lost,
    views,
  );
  const reasons = new Map(routes.map(({ server, why }) => [server.address, why]));
  const possible = (found: readonly WeakerServer[]): readonly WeakerServer[] =>
    found.flatMap((weaker) => {
      const address = [...weaker.from, weaker.to].find((server) => reasons.has(server.address))?.address;
      const why = address === undefined ? undefined : reasons.get(address);
      return address === undefined || why === undefined ? [] : [{ ...weaker, ifThere: { address, why } }];
    });
  return {
    ...shown,
    state,
    views,
    weaker: [...shown.weaker, ...possible(other.weaker)],
    unread: [...shown.unread, ...possible(other.unread)],
    demands: [
      ...shown.demands,
      ...other.demands.flatMap((demand) =>
        possible([demand.weaker]).map((weaker) => ({ ...demand, weaker })),
      ),
    ],
  };
}

interface MoveSide {
  readonly of: readonly Move[];
  readonly side: 'after' | 'wanted';
}

/** The state in which these moves are made, to the given side. All other objects stay as they are. */
export function routingStateOf(
  { live, environment }: Planning,
  { moves, still }: Moves,
  { of, side }: MoveSide,
): RoutingState {
  const made = new Set(of);
  const left = moves.flatMap((move) => (made.has(move) || move.before === undefined ? [] : [move.before]));
  return {
    still: [...still, ...left],
    changes: of.map((move) => objectChangeOf(move, move[side])),
    edges: edgesOf(environment.ids?.values() ?? [], live.listed),
  };
}

/** A route that may be live although nothing shows it. */
interface MissingRoute {
  readonly server: TrafficServer;
  /** `missing`: it returns 404, and may have been made again outside. `unanswered`: its create got no response. */
  readonly why: 'missing' | 'unanswered';
}

/**
 * The routes that may be live although nothing shows them, since the API cannot list routes: those of the ledger that
 * answer 404, as the service last showed them, and those whose create got no response, as they are declared. Left out:
 * a route whose match another one has by now, as an edge takes each match once.
 */
function missingRoutes({
  ledger,
  live,
  desired,
}: Pick<Planning, 'ledger' | 'live' | 'desired'>): readonly MissingRoute[] {
  const gone = [
    ...[...live.known].map(([address, found]) => ({ address, found, entry: ledger.resources[address] })),
    ...[...live.orphans].map(([address, found]) => ({ address, found, entry: ledger.orphans[address] })),
  ].flatMap(({ address, found, entry }): readonly MissingRoute[] => {
    if (found !== 'missing' || entry?.edge_id === undefined) return [];
    const spec = { ...asWritten(entry.observed, entry.applied), edge_id: entry.edge_id };
    return [{ server: { address, kind: entry.kind, spec }, why: 'missing' }];
  });
  const creates = Object.entries(ledger.unknown ?? {}) as [Address, UnknownCreate][];
  const unanswered = creates.flatMap(([address, create]): readonly MissingRoute[] => {
    if (create.edge_id === undefined) return [];
    const declared = byAddress(desired, address)[0]?.spec;
    const spec = { ...declared, ...(create.identity as Spec), edge_id: create.edge_id };
    return [{ server: { address, kind: create.kind, spec }, why: 'unanswered' }];
  });
  const all = [...gone, ...unanswered];
  if (all.length === 0) return all;
  const taken = new Set(liveServers(live).flatMap(({ kind, spec }) => identityKeys(kind, spec)));
  return all.filter(({ server: { kind, spec } }) => !identityKeys(kind, spec).some((key) => taken.has(key)));
}

/** As `lostBetween`, with the secrets by which senders sign: only what was applied tells which secret is asked for. */
export function lostWithSecrets({ entryOf }: Moves): LostBetween {
  return (from, to) => {
    const entry = entryOf(from.address);
    const others = entry === undefined ? [] : otherSenders(entry, from.spec, to.spec);
    return others.length === 0 ? lostBetween(from, to) : distinct([...lostBetween(from, to), ...others]);
  };
}
