/**
 * Protection that is lost between two objects. A step that serves what another one serves until now exposes it where
 * the other is protected and this one is not, or less: a more exact route takes paths from a protected prefix, an
 * endpoint pools with one whose policy denies, a resource comes in the place of one that leaves. And a protected route
 * that moves leaves its paths to whatever is below it. Which route wins is our model: a longer match before a shorter
 * one (SPEC-GAPS, "route precedence").
 */
import { identityKeys } from '../derive/identity.ts';
import type { KindName } from '../kinds/kind.ts';
import type { Step } from '../model/plan.ts';
import type { Spec } from '../model/value.ts';
import { exposing, protectorsLacking, protectorsOf, type Exposure } from './exposure.ts';
import type { Planning } from './input.ts';
import { covers, matchOf } from './match-covers.ts';
import type { Pair } from './pair.ts';

interface Served {
  readonly address: string;
  readonly kind: KindName;
  readonly spec: Spec;
}

export function withTakenPaths(
  planning: Planning,
  pairs: readonly Pair[],
  steps: readonly Step[],
): readonly Step[] {
  if (!steps.some(isTaking) && !steps.some(isMovingRoute)) return steps;
  const live = pairs.flatMap(liveOf);
  const before = byPlace(live);
  const after = steps.some(isMovingRoute) ? byPlace(afterwards(live, steps)) : before;
  return steps.map((step) => {
    if (step.exposure !== undefined) return step;
    return exposing(planning, step, taken(step, before) ?? left(step, before, after));
  });
}

function isTaking({ action, changes, predicted }: Step): boolean {
  const isMoving = changes.some(({ path }) => path === 'match' || path === 'match_type' || path === 'url');
  return predicted !== undefined && (action === 'create' || (action === 'update' && isMoving));
}

function isMovingRoute(step: Step): boolean {
  return step.kind === 'https-route' && step.action === 'update' && isTaking(step);
}

/** What serves until now what this step will serve. */
function taken(step: Step, before: ReadonlyMap<string, readonly Served[]>): Exposure | undefined {
  const { address, kind, predicted } = step;
  if (!isTaking(step) || predicted === undefined) return undefined;
  const loser = serving(kind, predicted, before, address);
  if (loser === undefined) return undefined;
  const lacking = protectorsLacking(kind, loser.spec, predicted);
  if (lacking.length === 0) return undefined;
  const what = `${placeOf(predicted)} is served by \`${loser.address}\` until now`;
  return exposed(kind, predicted, {
    open: `${what}, which protects it; nothing protects this one`,
    less: `${what}, which protects it by ${quoted(lacking)}; this one does not`,
  });
}

/** What will serve the paths that this step gives up. */
function left(
  step: Step,
  before: ReadonlyMap<string, readonly Served[]>,
  after: ReadonlyMap<string, readonly Served[]>,
): Exposure | undefined {
  const { address, kind, predicted } = step;
  if (!isMovingRoute(step) || predicted === undefined) return undefined;
  const was = before.get(placeKey(kind, predicted))?.find((each) => each.address === address)?.spec;
  if (was === undefined || covers(predicted, was)) return undefined;
  const heir = serving(kind, was, after, address);
  const lacking = heir === undefined ? [] : protectorsLacking(kind, was, heir.spec);
  if (heir === undefined || lacking.length === 0) return undefined;
  const what = `${placeOf(was)} falls to \`${heir.address}\``;
  return exposed(kind, heir.spec, {
    open: `${what}, which nothing protects`,
    less: `${what}, which has no ${quoted(lacking)}`,
  });
}

function exposed(
  kind: KindName,
  server: Spec,
  { open, less }: { readonly open: string; readonly less: string },
): Exposure {
  return protectorsOf(kind, server).length === 0
    ? { direction: 'newly-reachable', reasons: [open] }
    : { direction: 'weaker', reasons: [less] };
}

/** The object that serves a place: for a route the longest match that covers it, for an endpoint its url. */
function serving(
  kind: KindName,
  place: Spec,
  served: ReadonlyMap<string, readonly Served[]>,
  except: string,
): Served | undefined {
  const all = served.get(placeKey(kind, place)) ?? [];
  const others = all.filter((each) => each.address !== except);
  if (kind !== 'https-route') return others.find(({ spec }) => protectorsOf(kind, spec).length > 0);
  const covering = others.filter(({ spec }) => covers(spec, place));
  return covering.reduce<Served | undefined>(
    (best, each) => (best === undefined || precedence(each.spec) > precedence(best.spec) ? each : best),
    undefined,
  );
}

function precedence(spec: Spec): number {
  return (matchOf(spec)?.length ?? 0) * 2 + (spec['match_type'] === 'exact_path' ? 1 : 0);
}

function byPlace(all: readonly Served[]): ReadonlyMap<string, readonly Served[]> {
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
function placeKey(kind: KindName, spec: Spec): string {
  const edge = spec['edge_id'];
  const key = kind === 'https-route' ? (typeof edge === 'string' ? edge : '') : identityKeys(kind, spec)[0];
  return `${kind} ${key ?? ''}`;
}

function liveOf(pair: Pair): readonly Served[] {
  if (!('live' in pair) || pair.live === 'missing') return [];
  const { edge_id, kind, spec } = pair.live;
  // Nothing else could protect an endpoint, and no step takes what is not protected from it.
  if (kind === 'tls-edge' || (kind === 'endpoint' && spec['traffic_policy'] === undefined)) return [];
  const address = 'desired' in pair ? pair.desired.address : pair.address;
  return [{ address, kind, spec: edge_id === undefined ? spec : { edge_id, ...spec } }];
}

/** What is live when the steps are done. */
function afterwards(live: readonly Served[], steps: readonly Step[]): readonly Served[] {
  const made = new Map(steps.flatMap((step) => (step.predicted === undefined ? [] : [[step.address, step]])));
  const gone = new Set(steps.flatMap(({ action, address }) => (action === 'delete' ? [address] : [])));
  const kept = live.filter(({ address }) => !gone.has(address as Step['address']));
  const now = kept.map((each) => {
    const predicted = made.get(each.address as Step['address'])?.predicted;
    return predicted === undefined ? each : { ...each, spec: { ...each.spec, ...predicted } };
  });
  const created = steps.flatMap(({ action, address, kind, predicted }) =>
    action === 'create' && predicted !== undefined ? [{ address, kind, spec: predicted }] : [],
  );
  return [...now, ...created];
}

function placeOf({ match, url }: Spec): string {
  const place = match ?? url;
  return typeof place === 'string' ? `\`${place}\`` : 'its place';
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
