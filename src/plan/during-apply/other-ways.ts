/**
 * A second way to what a protected object serves: an object that begins to reach the same backend, internal endpoint or
 * host is compared with all objects that reached it before, like one that takes over their URLs. What was reachable
 * with as little protection before, or not at all, is not exposed by it.
 */
import { canonicalString } from '../../derive/compare/canonical.ts';
import { mayAnswer, type TrafficServer } from '../../routing/traffic-server.ts';
import type { Edges } from '../../routing/edges.ts';
import { parkedBackend } from '../../routing/upstreams.ts';
import { calledUpstreams, type CalledUpstream } from '../exposure/called-upstreams.ts';
import { forwardSides } from '../exposure/forward-sides.ts';
import { anyUpstream, reachedUpstreams } from '../exposure/reached-upstreams.ts';
import { protectionKey, protectionOf } from '../../routing/protection.ts';
import { matchCovers, selectorOf } from '../../routing/selector.ts';
import type { ExposureLoss } from '../../model/facts/exposure.ts';
import {
  isOnePlace,
  placeCovers,
  placesOf,
  placeText,
  type ServedPlace,
} from '../../routing/served-places.ts';
import { isPolicyUnreadable } from '../../derive/policy/policy-guards.ts';
import type { LedgerEntry } from '../../model/ledger/ledger.ts';
import { addTo } from '../../text/lists/group-by.ts';
import { lostWithSecrets } from './losses.ts';
import type { ServerViews, WeakerServer } from './during-apply.ts';
import type { Move, Moves } from './object-changes.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';
import { isPublic } from '../../routing/bindings.ts';

export interface OtherWays {
  readonly weaker: readonly WeakerServer[];
  /** Without a known loss; a policy that cannot be read may hide one. */
  readonly unread: readonly WeakerServer[];
}

/** Backends, internal endpoints and hosts that the moves reach beside better protected objects. */
export function otherWays(
  all: Moves,
  done: readonly Move[],
  {
    edges,
    views,
    nameOf,
  }: { readonly edges: Edges; readonly views: ServerViews; readonly nameOf: (id: string) => string },
): OtherWays {
  const { moves, still, former, entryOf } = all;
  const opened = done.map((move) => openedBy(move, edges));
  const before = [...still, ...moves.flatMap((move) => move.before ?? [])].filter(({ spec }) =>
    isPublic(spec),
  );
  const serverKey = (server: TrafficServer): string =>
    protectionKey(server) + secretsIn(entryOf(server.address));
  const wanted = new Set(
    opened.flatMap((backend) => [...backend.upstreams, ...backend.called.map(({ upstream }) => upstream)]),
  );
  // Upstreams may be added to the set while it is gone through.
  for (const upstream of wanted) {
    const hop = hopOf(former.get(upstream));
    if (hop !== undefined) wanted.add(hop);
  }
  const upstreams = upstreamIndex(before, wanted, serverKey);
  const hosts = opened.some(({ places }) => places.length > 0)
    ? hostIndex(before.filter(mayAnswer), edges)
    : { at: new Map<string, PlacesByEdge>(), below: new Map<string, PlacesByEdge>() };
  const lostBetween = lostWithSecrets(all);
  const namedBy = (target: string): readonly string[] =>
    target === anyUpstream
      ? [...new Set([...upstreams.keys(), ...former.keys()])].filter(isInternal)
      : [target];
  const waysBefore = (upstream: string, seen: readonly string[] = []): readonly TrafficServer[] => {
    const [live, last] = [upstreams.get(upstream), former.get(upstream)];
    if (live !== undefined || last === undefined || seen.includes(upstream)) return live ?? [];
    const hop = hopOf(last);
    return hop === undefined ? [last] : waysBefore(hop, [...seen, upstream]);
  };
  const ways = opened.flatMap(({ to, upstreams: targets, called, places, old }, change) =>
    [
      ...[...targets.map((upstream) => ({ upstream, as: to })), ...called].flatMap(({ upstream, as }) =>
        namedBy(upstream).map((target) => ({
          space: nameOf(target),
          from: waysBefore(target),
          as,
          isFormer: upstreams.get(target) === undefined,
        })),
      ),
      ...places
        .flatMap((place) => waysTo(place, old, hosts))
        .map((way) => ({ ...way, as: to, isFormer: false })),
    ].flatMap(({ space, from, as, isFormer }): readonly WeakerServer[] => {
      if (to === undefined || as === undefined || from.length === 0) return [];
      const whole = from.map((server) => views.before(server).whole);
      const lost = whole.map((server) =>
        lostBetween(server, as).filter(isShared(server, to)).filter(isAbout(server)),
      );
      // One of the ways before let in everyone who is let in now.
      const isOpenAlready = lost.some((losses) => losses.length === 0);
      return [
        {
          space,
          from: whole,
          to,
          lost: isOpenAlready ? [] : lost.flat(),
          causes: [change],
          beside: isFormer ? 'former' : 'now',
        },
      ];
    }),
  );
  return {
    weaker: ways.filter(({ lost }) => lost.length > 0),
    unread: ways.filter(
      ({ from, lost }) => lost.length === 0 && from.every(({ spec }) => isPolicyUnreadable(spec)),
    ),
  };
}

/** The URL by which others forward to an internal endpoint. */
function hopOf(server: TrafficServer | undefined): string | undefined {
  const url = server === undefined || isPublic(server.spec) ? undefined : server.spec['url'];
  return typeof url === 'string' ? canonicalString('endpoint-url', url) : undefined;
}

/** Whether an upstream is the URL of an internal endpoint, which a forward can name. */
function isInternal(upstream: string): boolean {
  return /^[a-z]+:\/\//.test(upstream);
}

/**
 * Of a way that lets in everyone, the headers are compared that it strips or sets: it may still ask for a TLS version,
 * say.
 */
function isAbout(server: TrafficServer): (loss: ExposureLoss) => boolean {
  const isOpen = protectionOf(server).length === 0;
  return ({ code }) => !isOpen || code === 'header-opened';
}

/** HTTPS edges and endpoints terminate TLS themselves: only two TLS edges have versions to compare. */
function isShared(from: TrafficServer, to: TrafficServer): (loss: ExposureLoss) => boolean {
  return ({ code }) => from.kind === to.kind || !code.startsWith('tls-');
}

/** Upstreams and places that an object reaches after its move, and did not before. */
interface OpenedBackend {
  readonly to?: TrafficServer;
  readonly upstreams: readonly string[];
  /** Those that its policy calls. */
  readonly called: readonly CalledUpstream[];
  readonly places: readonly ServedPlace[];
  /** Its places before the move. */
  readonly old: readonly ServedPlace[];
}

function openedBy({ before, after }: Move, edges: Edges): OpenedBackend {
  if (after === undefined || !mayAnswer(after) || !isPublic(after.spec))
    return { upstreams: [], called: [], places: [], old: [] };
  const answering = before !== undefined && mayAnswer(before) ? before : undefined;
  const sides = forwardSides();
  const known = answering === undefined ? new Set<string>() : reachedUpstreams(answering, sides?.before);
  const old = answering === undefined ? [] : placesOf(answering, edges);
  const calledBefore = new Set(
    (answering === undefined ? [] : calledUpstreams(answering)).map(({ upstream }) => upstream),
  );
  const isNarrower = answering !== undefined && isWithin(after, answering);
  return {
    to: after,
    upstreams: [...reachedUpstreams(after, sides?.after)].filter((upstream) => !known.has(upstream)),
    called: calledUpstreams(after).filter(
      ({ upstream }) => !known.has(upstream) && !calledBefore.has(upstream),
    ),
    places: isNarrower
      ? []
      : placesOf(after, edges).filter((place) => !old.some((oldPlace) => placeCovers(oldPlace, place))),
    old,
  };
}

/** A route of all hosts served each of them, also where the hosts of its edge are unknown. */
function isWithin({ spec }: TrafficServer, before: TrafficServer): boolean {
  const [now, selectorBefore] = [selectorOf(spec), selectorOf(before.spec)];
  return (
    now !== undefined &&
    selectorBefore !== undefined &&
    now.edge === selectorBefore.edge &&
    matchCovers(selectorBefore, now)
  );
}

/** The references by which senders and users sign in: the live object does not show them. */
function secretsIn(entry: LedgerEntry | undefined): string {
  const { webhook_verification: webhook, traffic_policy: policy } = entry?.applied ?? {};
  return webhook === undefined && policy === undefined
    ? ''
    : canonicalJson([webhook ?? null, policy ?? null]);
}

/** Objects that pass requests on to an upstream, one for each protection. */
type UpstreamIndex = ReadonlyMap<string, readonly TrafficServer[]>;

function upstreamIndex(
  servers: readonly TrafficServer[],
  wanted: ReadonlySet<string>,
  serverKey: (server: TrafficServer) => string,
): UpstreamIndex {
  if (wanted.size === 0) return new Map();
  const [serving, parked] = [
    new Map<string, Map<string, TrafficServer>>(),
    new Map<string, Map<string, TrafficServer>>(),
  ];
  const put = (
    index: Map<string, Map<string, TrafficServer>>,
    upstream: string,
    server: TrafficServer,
  ): void => {
    if (!wanted.has(upstream) && !(wanted.has(anyUpstream) && isInternal(upstream))) return;
    const known = index.get(upstream) ?? new Map<string, TrafficServer>();
    const key = serverKey(server);
    if (!known.has(key)) index.set(upstream, known.set(key, server));
  };
  for (const server of servers) {
    for (const upstream of reachedUpstreams(server, forwardSides()?.before)) put(serving, upstream, server);
    const backend = mayAnswer(server) ? undefined : parkedBackend(server.spec);
    if (backend !== undefined) put(parked, backend, server);
  }
  return new Map([...parked, ...serving].map(([upstream, some]) => [upstream, [...some.values()]]));
}

interface PlacedServer {
  readonly server: TrafficServer;
  readonly place: ServedPlace;
}

/** By edge; listeners are under the empty string. */
type PlacesByEdge = Map<string, PlacedServer[]>;

/** By host, and by each domain above it: a wildcard covers what is below its own. */
interface HostIndex {
  readonly at: ReadonlyMap<string, PlacesByEdge>;
  readonly below: ReadonlyMap<string, PlacesByEdge>;
}

function hostIndex(servers: readonly TrafficServer[], edges: Edges): HostIndex {
  const [at, below] = [new Map<string, PlacesByEdge>(), new Map<string, PlacesByEdge>()];
  const put = (index: Map<string, PlacesByEdge>, host: string, placed: PlacedServer): void => {
    const byEdge: PlacesByEdge = index.get(host) ?? new Map<string, PlacedServer[]>();
    index.set(host, byEdge);
    addTo(byEdge, edgeOf(placed.place), placed);
  };
  for (const server of servers) {
    for (const place of placesOf(server, edges)) {
      put(at, place.host, { server, place });
      for (const domain of wildcardsOver(place.host)) put(below, domain, { server, place });
    }
  }
  return { at, below };
}

function edgeOf({ at }: ServedPlace): string {
  return typeof at === 'string' ? at : '';
}

/** `*.example.com` and `*.com` for `shop.example.com`. */
function wildcardsOver(host: string): readonly string[] {
  const labels = host.replace(/^\*\./, '').split('.');
  return labels.slice(1).map((_, index) => `*.${labels.slice(index + 1).join('.')}`);
}

/** The objects that serve a part of a place elsewhere: at another scheme or port, or at another edge. */
function waysTo(
  place: ServedPlace,
  old: readonly ServedPlace[],
  { at, below }: HostIndex,
): readonly { readonly space: string; readonly from: readonly TrafficServer[] }[] {
  const around = [
    ...[place.host, ...wildcardsOver(place.host)].map((host) => at.get(host)),
    ...(place.host.startsWith('*.') ? [below.get(place.host)] : []),
  ];
  // Routes of one edge are left out by the group: there may be thousands.
  const near = around.flatMap((byEdge) =>
    [...(byEdge ?? [])].flatMap(([edge, some]) => (edge !== '' && edge === place.at ? [] : some)),
  );
  return near.flatMap((other) => {
    if (isOnePlace(place, other.place)) return [];
    const shared = overlapOf(place, other.place);
    if (shared === undefined || old.some((oldPlace) => placeCovers(oldPlace, shared))) return [];
    // A more specific object decides for the part that it serves.
    const beside = near.filter(
      (candidate) => placeCovers(other.place, candidate.place) && placeCovers(candidate.place, shared),
    );
    return [{ space: placeText(shared), from: [...new Set(beside.map(({ server }) => server))] }];
  });
}

/** The paths that both places serve; undefined if there are none. */
function overlapOf(place: ServedPlace, other: ServedPlace): ServedPlace | undefined {
  if (placeCovers(place, other)) return other;
  if (placeCovers(other, place)) return place;
  const [wide, narrow] = place.host.startsWith('*.') ? [place, other] : [other, place];
  const mixed = { ...narrow, pattern: wide.pattern };
  return placeCovers(wide, mixed) && placeCovers(narrow, mixed) ? mixed : undefined;
}
