/**
 * Protection that is lost between two objects. A step that serves what another one serves until now exposes it where
 * the other is protected and this one is not, or less: a more exact route takes paths from a protected prefix, an
 * endpoint pools with one whose policy denies, a resource comes in the place of one that leaves. And a protected route
 * that moves leaves its paths to whatever is below it. Which route wins is our model: a longer match before a shorter
 * one (SPEC-GAPS, "route precedence").
 */
import type { KindName } from '../kinds/kind.ts';
import type { Step } from '../model/plan.ts';
import type { Spec } from '../model/value.ts';
import { exposing, protectorsLacking, protectorsOf, type Exposure } from './exposure.ts';
import type { Planning } from './input.ts';
import { covers } from './match-covers.ts';
import type { Pair } from './pair.ts';
import { byPlace, liveOf, placeKey, serving, type Places, type Served } from './served.ts';
import { unjudgedPlaces, unseenPlaces } from './unseen-places.ts';
import { withUnjudged } from './unjudged.ts';

export function withTakenPaths(
  planning: Planning,
  pairs: readonly Pair[],
  steps: readonly Step[],
): readonly Step[] {
  if (!steps.some(isTaking) && !steps.some(isMovingRoute)) return steps;
  const live = pairs.flatMap(liveOf);
  const before = byPlace(live);
  const after = steps.some(isMovingRoute) ? byPlace(afterwards(live, steps)) : before;
  const unseen = unseenPlaces(live);
  return steps.map((step) => {
    const judged =
      step.exposure === undefined
        ? exposing(planning, step, taken(step, before) ?? left(step, before, after))
        : step;
    return isTaking(step) ? withUnjudged(judged, unjudgedPlaces(step, { before, after, unseen })) : judged;
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
function taken(step: Step, before: Places): Exposure | undefined {
  const { address, kind, predicted } = step;
  if (!isTaking(step) || predicted === undefined) return undefined;
  const loser = serving(kind, predicted, before, address);
  if (loser === undefined) return undefined;
  const lacking = protectorsLacking(kind, loser.spec, predicted);
  if (lacking.length === 0) return undefined;
  const what = `${placeOf(predicted)} is served by \`${loser.address}\` until now`;
  return exposed(kind, predicted, {
    open: `${what}, which protects it; nothing protects this one`,
    less: `${what}, which protects it by ${quoted(lacking)}; this one does less`,
  });
}

/** What will serve the paths that this step gives up. */
function left(step: Step, before: Places, after: Places): Exposure | undefined {
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
    less: `${what}, which does less than its ${quoted(lacking)}`,
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
