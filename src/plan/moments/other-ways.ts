/**
 * A second way to what a protected object serves: an object that begins to reach the same backend, internal endpoint or
 * host is compared with all objects that reached it before, like one that takes over their URLs. What was reachable with
 * as little protection before, or not at all, is not exposed by it.
 */
import type { Holder } from '../../routing/holder.ts';
import type { Edges } from '../../routing/edges.ts';
import { mayAnswer } from '../../routing/holder.ts';
import { isPublic } from '../../routing/bindings.ts';
import { protectionKey } from '../../routing/protection.ts';
import {
  isOnePlace,
  placeCovers,
  placesOf,
  placeText,
  type ServedPlace,
} from '../../routing/served-places.ts';
import { parkedBackend, upstreamsOf } from '../../routing/upstreams.ts';
import { isPolicyUnreadable } from '../../derive/policy/policy-guards.ts';
import type { ExposureLoss } from '../../model/facts/exposure.ts';
import type { LedgerEntry } from '../../model/ledger.ts';
import { canonicalJson } from '../../text/hash.ts';
import { lostWithSecrets } from './lost-between.ts';
import type { WeakerHandover } from './moments.ts';
import type { Move, Moves } from './turns.ts';

export interface OtherWays {
  readonly weaker: readonly WeakerHandover[];
  /** Without a known loss; a policy that cannot be read may hide one. */
  readonly unread: readonly WeakerHandover[];
}

/** What the moves reach by another way, with less protection than all objects that reached it before. */
export function otherWays(
  all: Moves,
  done: readonly Move[],
  { edges, nameOf }: { readonly edges: Edges; readonly nameOf: (id: string) => string },
): OtherWays {
  const { moves, still, entryOf } = all;
  const before = [...still, ...moves.flatMap((move) => move.before ?? [])].filter(({ spec }) =>
    isPublic(spec),
  );
  const keyOf = (holder: Holder): string => protectionKey(holder) + secretsIn(entryOf(holder.address));
  const upstreams = upstreamIndex(before, keyOf);
  const hosts = hostIndex(before.filter(mayAnswer), edges);
  const lostBetween = lostWithSecrets(all);
  const ways = done.flatMap(({ before: was, after: to }, turn) => {
    if (to === undefined || !mayAnswer(to) || !isPublic(to.spec)) return [];
    const known = was === undefined || !mayAnswer(was) ? [] : [was];
    return [
      ...newUpstreams(known, to, upstreams).map(([target, from]) => ({ space: nameOf(target), from })),
      ...newPlaces(known, to, hosts, edges),
    ].map(({ space, from }): WeakerHandover => {
      const lost = from.map((each) => lostBetween(each, to));
      return {
        space,
        from,
        to,
        lost: isOpenAlready(from, lost) ? [] : lost.flat(),
        causes: [turn],
        isBeside: true,
      };
    });
  });
  return {
    weaker: ways.filter(({ lost }) => lost.length > 0),
    unread: ways.filter(
      ({ from, lost }) => lost.length === 0 && from.every(({ spec }) => isPolicyUnreadable(spec)),
    ),
  };
}

/** Whether one of the ways before let in everyone who is let in now. */
function isOpenAlready(from: readonly Holder[], lost: readonly (readonly ExposureLoss[])[]): boolean {
  return from.some((_, index) => lost[index]?.length === 0);
}

/** The references by which senders and users sign in: the live object does not show them. */
function secretsIn(entry: LedgerEntry | undefined): string {
  const { webhook_verification: webhook, traffic_policy: policy } = entry?.applied ?? {};
  return webhook === undefined && policy === undefined
    ? ''
    : canonicalJson([webhook ?? null, policy ?? null]);
}

/** Objects that pass requests on to an upstream, one for each protection. */
type UpstreamIndex = ReadonlyMap<string, readonly Holder[]>;

function upstreamIndex(holders: readonly Holder[], keyOf: (holder: Holder) => string): UpstreamIndex {
  const [serving, parked] = [new Map<string, Map<string, Holder>>(), new Map<string, Map<string, Holder>>()];
  const put = (index: Map<string, Map<string, Holder>>, upstream: string, holder: Holder): void => {
    const known = index.get(upstream);
    const key = keyOf(holder);
    if (known === undefined) index.set(upstream, new Map([[key, holder]]));
    else if (!known.has(key)) known.set(key, holder);
  };
  for (const holder of holders) {
    for (const upstream of upstreamsOf(holder.spec)) put(serving, upstream, holder);
    const backend = mayAnswer(holder) ? undefined : parkedBackend(holder.spec);
    if (backend !== undefined) put(parked, backend, holder);
  }
  return new Map([...parked, ...serving].map(([upstream, some]) => [upstream, [...some.values()]]));
}

function newUpstreams(
  known: readonly Holder[],
  to: Holder,
  index: UpstreamIndex,
): readonly (readonly [string, readonly Holder[]])[] {
  const old = new Set(known.flatMap(({ spec }) => upstreamsOf(spec)));
  return upstreamsOf(to.spec)
    .filter((upstream) => !old.has(upstream))
    .flatMap((upstream) => {
      const from = index.get(upstream);
      return from === undefined ? [] : [[upstream, from] as const];
    });
}

interface PlacedHolder {
  readonly holder: Holder;
  readonly place: ServedPlace;
}

/** By edge; listeners are under the empty string. */
type PlacesByEdge = Map<string, PlacedHolder[]>;

/** By host, and by each domain above it: a wildcard covers what is below its own. */
interface HostIndex {
  readonly at: ReadonlyMap<string, PlacesByEdge>;
  readonly below: ReadonlyMap<string, PlacesByEdge>;
}

function hostIndex(holders: readonly Holder[], edges: Edges): HostIndex {
  const [at, below] = [new Map<string, PlacesByEdge>(), new Map<string, PlacesByEdge>()];
  const put = (index: Map<string, PlacesByEdge>, host: string, placed: PlacedHolder): void => {
    const byEdge: PlacesByEdge = index.get(host) ?? new Map<string, PlacedHolder[]>();
    index.set(host, byEdge);
    const known = byEdge.get(edgeOf(placed.place));
    if (known === undefined) byEdge.set(edgeOf(placed.place), [placed]);
    else known.push(placed);
  };
  for (const holder of holders) {
    for (const place of placesOf(holder, edges)) {
      put(at, place.host, { holder, place });
      for (const domain of wildcardsOver(place.host)) put(below, domain, { holder, place });
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

function newPlaces(
  known: readonly Holder[],
  to: Holder,
  { at, below }: HostIndex,
  edges: Edges,
): readonly { readonly space: string; readonly from: readonly Holder[] }[] {
  const old = known.flatMap((holder) => placesOf(holder, edges));
  return placesOf(to, edges).flatMap((place) => {
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
      if (shared === undefined || old.some((each) => placeCovers(each, shared))) return [];
      const beside = near.filter(
        (each) => placeCovers(other.place, each.place) && placeCovers(each.place, shared),
      );
      return [{ space: placeText(shared), from: [...new Set(beside.map(({ holder }) => holder))] }];
    });
  });
}

/** What both places serve; undefined if there is nothing. */
function overlapOf(one: ServedPlace, other: ServedPlace): ServedPlace | undefined {
  if (placeCovers(one, other)) return other;
  if (placeCovers(other, one)) return one;
  const [wide, narrow] = one.host.startsWith('*.') ? [one, other] : [other, one];
  const mixed = { ...narrow, pattern: wide.pattern };
  return placeCovers(wide, mixed) && placeCovers(narrow, mixed) ? mixed : undefined;
}
