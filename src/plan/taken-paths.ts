import type { Step } from '../model/plan.ts';
import type { Spec } from '../model/value.ts';
import { exposing, isProtected } from './exposure.ts';
import type { Planning } from './input.ts';
import type { Pair } from './pair.ts';

interface Guarded {
  readonly address: string;
  readonly spec: Spec;
}

/**
 * A new route without protection is its author's business, unless it takes paths that a protected one serves until now:
 * a more exact match wins, so those become reachable by everyone (our model, SPEC-GAPS "route precedence").
 */
export function withTakenPaths(
  planning: Planning,
  pairs: readonly Pair[],
  steps: readonly Step[],
): readonly Step[] {
  const isAsked = (step: Step): boolean =>
    step.kind === 'https-route' &&
    step.exposure === undefined &&
    step.predicted !== undefined &&
    (step.action === 'create' || step.changes.some(({ path }) => path === 'match')) &&
    !isProtected('https-route', step.predicted);
  if (!steps.some(isAsked)) return steps;
  const guarded = guardedRoutes(pairs);
  return steps.map((step) => {
    const loser = isAsked(step)
      ? guarded.find((route) => route.address !== step.address && takesFrom(step.predicted ?? {}, route.spec))
      : undefined;
    if (loser === undefined) return step;
    const match = matchOf(step.predicted ?? {});
    const reason = `\`${match}\` is served by \`${loser.address}\` until now, which protects it; nothing protects this one`;
    return exposing(planning, step, { direction: 'newly-reachable', reasons: [reason] });
  });
}

function guardedRoutes(pairs: readonly Pair[]): readonly Guarded[] {
  return pairs.flatMap((pair) => {
    if (!('live' in pair) || pair.live === 'missing' || pair.live.kind !== 'https-route') return [];
    if (pair.live.spec['match_type'] !== 'path_prefix' || !isProtected('https-route', pair.live.spec))
      return [];
    return [{ address: 'desired' in pair ? pair.desired.address : pair.address, spec: pair.live.spec }];
  });
}

/** Whether a match lies within a prefix of the same edge, whole segments of the path compared. */
function takesFrom(taker: Spec, prefix: Spec): boolean {
  if (taker['edge_id'] !== prefix['edge_id']) return false;
  const [match, from] = [matchOf(taker), matchOf(prefix)];
  if (match === from) return taker['match_type'] === 'exact_path';
  return match.startsWith(from) && (from.endsWith('/') || match[from.length] === '/');
}

function matchOf({ match }: Spec): string {
  return typeof match === 'string' ? match : '';
}
