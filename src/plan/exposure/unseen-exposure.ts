import { isHiddenText } from '../../derive/forms/mask-text.ts';
import type { ExposureFact } from '../../model/facts/exposure.ts';
import type { Live } from '../../model/live.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Planning } from '../input.ts';
import { exposing } from './exposure.ts';

/**
 * With a snapshot, never refuses less than a plan made from the API: if the snapshot hides data that a step could
 * expose, the step counts as an exposure. The change id is that of a plan made from the API, which may find that no
 * approval is needed.
 */
export function exposeUnseen(planning: Planning, steps: readonly Step[]): readonly Step[] {
  if (planning.hiddenTexts === undefined) return steps;
  const unseen = unseenPlaces(planning);
  return steps.map((step) => {
    const isDone = step.action !== 'drift' && step.action !== 'blocked';
    if (step.exposure !== undefined || !isDone) return step;
    const reasons = [...(step.possibleExposure ?? []), ...unseenBeside(step, unseen)];
    if (reasons.length === 0) return step;
    const { possibleExposure: _gated, ...rest } = step;
    return exposing(planning, rest, { direction: 'unknown', reasons });
  });
}

interface UnseenObject {
  readonly address: string;
  readonly live: Live;
}

/** Live objects whose url or match the snapshot does not show. */
function unseenPlaces({ live }: Planning): readonly UnseenObject[] {
  const ours = [...live.known, ...live.orphans];
  const ids = new Set(ours.map(([, object]) => (object === 'missing' ? '' : object.id)));
  const others = live.listed.filter(({ id }) => !ids.has(id)).map((object) => [object.id, object] as const);
  return [...ours, ...others].flatMap(([address, object]) =>
    object !== 'missing' && isHiddenText(object.spec['match'] ?? object.spec['url'])
      ? [{ address, live: object }]
      : [],
  );
}

/**
 * Reasons why the object that serves a step's requests before or after it cannot be determined. Only routes have an edge,
 * and serve the requests of that edge alone.
 */
function unseenBeside(step: Step, unseen: readonly UnseenObject[]): readonly ExposureFact[] {
  if (!movesTraffic(step)) return [];
  const edge = step.edge_id ?? step.desired?.['edge_id'];
  const beside = unseen.filter(({ live }) => live.kind === step.kind && live.edge_id === edge);
  if (beside.length === 0) return [];
  const addresses = beside.slice(0, mostNamed).map(({ address }) => address);
  const path = step.kind === 'https-route' ? 'match' : 'url';
  return [{ code: 'places-unknown', path, addresses, more: beside.length - addresses.length }];
}

const mostNamed = 3;

const places = ['url', 'match', 'match_type'];

function movesTraffic({ action, changes }: Step): boolean {
  if (action === 'create' || action === 'delete' || action === 'retire') return true;
  return action === 'update' && changes.some(({ path }) => places.includes(path));
}
