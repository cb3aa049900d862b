import type { Stored } from '../service/objects.ts';
import { isMap, type JsonMap } from '../service/values.ts';
import { edges } from './generate.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/** Changes outside Edgewright, as in the dashboard. Every read sees them at once. */
export const outsideEdits: Readonly<Record<string, (world: World, random: Random) => void>> = {
  'outside-breaker': (world, random) =>
    onRoute(world, random, (spec) => ({
      ...spec,
      circuit_breaker: { error_threshold_percentage: random.pick([0.7, 0.9]) },
    })),
  'outside-off': (world, random) =>
    onRoute(world, random, (spec) => {
      const on = Object.entries(spec).filter(([name, value]) => isMap(value) && name !== 'backend');
      if (on.length === 0) return spec;
      const [name, value] = random.pick(on);
      return { ...spec, [name]: { ...(value as JsonMap), enabled: false } };
    }),
  'outside-remove-module': (world, random) =>
    onRoute(world, random, (spec) => {
      const names = Object.keys(spec).filter((name) => isMap(spec[name]) && name !== 'backend');
      if (names.length === 0) return spec;
      const taken = random.pick(names);
      return Object.fromEntries(Object.entries(spec).filter(([name]) => name !== taken));
    }),
  'outside-policy': (world, random) =>
    onEndpoint(world, random, (spec) => ({
      ...spec,
      traffic_policy: JSON.stringify({ on_http_request: [{ actions: [{ type: 'deny' }] }] }),
    })),
  'outside-description': (world, random) => {
    const hasNone = ({ spec }: Stored): boolean => spec['description'] === undefined;
    const fits = random.chance(0.5) ? hasNone : () => true;
    onObject(world, random, ({ spec }) => ({ ...spec, description: `by hand ${random.below(9)}` }), fits);
  },
  'outside-delete': (world, random) => {
    const object = drawObject(world, random, () => true);
    if (object !== undefined) world.service.objects.remove('outside', 'dashboard', object.id);
    world.service.objects.settle();
  },
  /** Deletes an object and creates it again with the same selector and marker. */
  'outside-again': (world, random) => {
    const object = drawObject(world, random, () => true);
    if (object === undefined) return;
    const { objects, newId } = world.service;
    objects.remove('outside', 'dashboard', object.id);
    objects.put('outside', 'dashboard', { ...object, id: newId(object.id.replace(/_.*/, '_')) });
    objects.settle();
  },
  'outside-foreign': (world, random) => {
    const { objects, newId } = world.service;
    const url = `https://foreign-${random.below(3)}.example.com`;
    const isTaken = [...objects.now().values()].some(({ spec }) => spec['url'] === url);
    if (random.chance(0.5) && !isTaken) {
      objects.put('outside', 'dashboard', {
        kind: 'endpoint',
        id: newId('ep_'),
        type: 'cloud',
        spec: { url },
      });
    } else {
      const spec = {
        match_type: 'path_prefix',
        match: `/foreign-${random.below(100)}`,
        backend: { backend_id: 'bkdhr_foreign' },
      };
      const edgeId = edges[random.pick(world.environments)]!;
      objects.put('outside', 'dashboard', { kind: 'https-route', id: newId('edghtsrt_'), edgeId, spec });
    }
    objects.settle();
  },
};

function onRoute(world: World, random: Random, edit: (spec: JsonMap) => JsonMap): void {
  onObject(world, random, ({ spec }) => edit(spec), isOf('https-route'));
}

function onEndpoint(world: World, random: Random, edit: (spec: JsonMap) => JsonMap): void {
  onObject(world, random, ({ spec }) => edit(spec), isOf('endpoint'));
}

function isOf(kind: string): (object: Stored) => boolean {
  return (object) => object.kind === kind;
}

function onObject(
  world: World,
  random: Random,
  edit: (object: Stored) => JsonMap,
  fits: (object: Stored) => boolean,
): void {
  const object = drawObject(world, random, fits);
  if (object === undefined) return;
  world.service.objects.put('outside', 'dashboard', { ...object, spec: edit(object) });
  world.service.objects.settle();
}

/** Draws an object that one of our environments created or adopted. */
function drawObject(world: World, random: Random, fits: (object: Stored) => boolean): Stored | undefined {
  const ours = new Set([...world.owned.values()].flatMap((ids) => [...ids]));
  const candidates = [...world.service.objects.now().values()].filter(
    (object) => ours.has(object.id) && (object.type ?? 'cloud') === 'cloud' && fits(object),
  );
  return candidates.length === 0 ? undefined : random.pick(candidates);
}
