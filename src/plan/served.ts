import { identityKeys } from '../derive/identity.ts';
import { isPolicyUnreadable } from '../derive/policy-guards.ts';
import type { KindName } from '../kinds/kind.ts';
import type { Spec } from '../model/value.ts';
import { protectorsOf } from './exposure.ts';
import { covers, matchOf } from './match-covers.ts';
import type { Pair } from './pair.ts';

/** A live object, or what becomes of it, by what it serves. */
export interface Served {
  readonly address: string;
  readonly kind: KindName;
  readonly spec: Spec;
}

/** Objects by whose requests they could serve. */
export type Places = ReadonlyMap<string, readonly Served[]>;

/** The object that serves a place: for a route the longest match that covers it, for an endpoint its url. */
export function serving(kind: KindName, place: Spec, served: Places, except: string): Served | undefined {
  const all = served.get(placeKey(kind, place)) ?? [];
  const others = all.filter((each) => each.address !== except);
  if (kind !== 'https-route') {
    const isOpen = ({ spec }: Served): boolean => protectorsOf(kind, spec).length === 0;
    return others.find((each) => !isOpen(each)) ?? others.find(({ spec }) => isPolicyUnreadable(spec));
  }
  const covering = others.filter(({ spec }) => covers(spec, place));
  return covering.reduce<Served | undefined>(
    (best, each) => (best === undefined || precedence(each.spec) > precedence(best.spec) ? each : best),
    undefined,
  );
}

function precedence(spec: Spec): number {
  return (matchOf(spec)?.length ?? 0) * 2 + (spec['match_type'] === 'exact_path' ? 1 : 0);
}

export function byPlace(all: readonly Served[]): Places {
  const places = new Map<string, Served[]>();
  for (const each of all) {
    const key = placeKey(each.kind, each.spec);
    const others = places.get(key);
    if (others === undefined) places.set(key, [each]);
    else others.push(each);
  }
  return places;
}

/** Routes of one edge, and endpoints of one url, can serve each other's requests. */
export function placeKey(kind: KindName, spec: Spec): string {
  const edge = spec['edge_id'];
  const key = kind === 'https-route' ? (typeof edge === 'string' ? edge : '') : identityKeys(kind, spec)[0];
  return `${kind} ${key ?? ''}`;
}

export function liveOf(pair: Pair): readonly Served[] {
  if (!('live' in pair) || pair.live === 'missing') return [];
  const { edge_id, kind, spec } = pair.live;
  // Nothing else could protect an endpoint, and no step takes what is not protected from it.
  if (kind === 'tls-edge' || (kind === 'endpoint' && spec['traffic_policy'] === undefined)) return [];
  const address = 'desired' in pair ? pair.desired.address : pair.address;
  return [{ address, kind, spec: edge_id === undefined ? spec : { edge_id, ...spec } }];
}
