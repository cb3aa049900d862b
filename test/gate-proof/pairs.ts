import { drawing, type Draw } from './draw.ts';
import { editedEndpoints, newEndpoint } from './endpoint-pairs.ts';
import { editedRoutes, newRoute } from './route-pairs.ts';
import { normalHost, normalPath } from './requests.ts';
import type { ObjectModel } from './url-sets.ts';

/** A state and the one that the files declare next. */
export interface Pair {
  readonly seed: number;
  readonly before: readonly ObjectModel[];
  readonly after: readonly ObjectModel[];
  /** What becomes of a route that the files no longer have; absent: its removal is left open. */
  readonly removed: Removals;
}

export type Removals = Readonly<Record<string, 'retire' | 'forget'>>;

/** The objects of a kind and the removals after some edits. */
export interface Edited<Model> {
  readonly objects: readonly Model[];
  readonly removed: Removals;
}

export function pairOf(seed: number): Pair {
  const draw = drawing(seed);
  const make = draw.chance(0.72)
    ? (): Omit<Pair, 'seed'> => pairBy(draw, newRoute, editedRoutes)
    : (): Omit<Pair, 'seed'> => pairBy(draw, newEndpoint, editedEndpoints);
  for (;;) {
    const pair = make();
    // The service has one object a match or URL; lint refuses a second one.
    const isPossible = areUnlike(pair.before) && areUnlike(pair.after);
    if (isPossible && JSON.stringify(pair.before) !== JSON.stringify(pair.after)) return { seed, ...pair };
  }
}

function pairBy<Model extends ObjectModel>(
  draw: Draw,
  make: (draw: Draw, uid: number) => Model,
  edit: (draw: Draw, edited: Edited<Model>) => Edited<Model>,
): Omit<Pair, 'seed'> {
  const before = Array.from({ length: draw.among([1, 2, 2, 3, 3, 4]) }, (_, uid) => make(draw, uid));
  let edited: Edited<Model> = { objects: before, removed: {} };
  for (let count = draw.among([1, 1, 1, 2, 2, 3]); count > 0; count--) edited = edit(draw, edited);
  return { before, after: edited.objects, removed: edited.removed };
}

export function freshUid(objects: readonly ObjectModel[]): number {
  return Math.max(9, ...objects.map(({ uid }) => uid)) + 1;
}

function areUnlike(objects: readonly ObjectModel[]): boolean {
  const keys = objects.map((object) =>
    object.kind === 'endpoint'
      ? normalHost(object.url.replace(/:(80|443)$/, '')).replace(/\.(?=:)/, '')
      : normalHost(object.host) + normalPath(object.path),
  );
  return new Set(keys).size === keys.length;
}
