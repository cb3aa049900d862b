import { isMap, isTexts, type Json, type JsonMap, plainText } from '../service/values.ts';
import { addResource, drawModule, drawPolicy, moduleNames } from './generate.ts';
import type { Random } from './random.ts';
import type { Placed } from './workspace.ts';
import type { World } from './world.ts';

/** Edits of the files, by the name in a printed history. */
export const edits: Readonly<Record<string, (world: World, random: Random) => void>> = {
  add: addResource,
  remove: (world, random) =>
    onResource(world, random, (placed) => {
      world.workspace.replace(placed, undefined);
      const { kind, name } = placed.document;
      if (kind !== 'https-route' || random.chance(0.2)) return;
      world.workspace.add({
        kind: 'removed',
        address: `https-route/${plainText(name)}`,
        then: random.chance(0.8) ? 'retire' : 'forget',
      });
    }),
  'set-module': (world, random) => {
    const name = random.pick(moduleNames);
    onRoute(world, random, (spec) => ({ ...spec, [name]: drawModule(name, random) }));
  },
  'drop-module': (world, random) =>
    onRoute(world, random, (spec) => {
      const present = moduleNames.filter((name) => name in spec);
      return present.length === 0 ? spec : without(spec, random.pick(present));
    }),
  'drop-field': (world, random) =>
    onRoute(world, random, (spec) => {
      const present = (['circuit_breaker', 'oidc', 'request_headers', 'oauth'] as const).filter((name) =>
        isMap(spec[name]),
      );
      if (present.length === 0) return spec;
      const name = random.pick(present);
      const optional = [
        'tripped_duration',
        'volume_threshold',
        'inactivity_timeout',
        'scopes',
        'remove',
        'maximum_duration',
      ];
      const field = optional.find((each) => each in (spec[name] as JsonMap));
      return field === undefined ? spec : { ...spec, [name]: without(spec[name] as JsonMap, field) };
    }),
  'switch-module': (world, random) =>
    onRoute(world, random, (spec) => {
      const present = ['backend', ...moduleNames].filter((name) => isMap(spec[name]));
      const name = random.pick(present);
      const module = spec[name] as JsonMap;
      return { ...spec, [name]: { ...module, enabled: module['enabled'] === false } };
    }),
  text: (world, random) =>
    onResource(world, random, (placed) => {
      const field = random.pick(['description', 'metadata']);
      const spec = (placed.document['spec'] ?? {}) as JsonMap;
      const next = random.chance(0.3)
        ? without(spec, field)
        : { ...spec, [field]: `text ${random.below(9)}` };
      if (placed.document['kind'] !== 'tls-edge')
        world.workspace.replace(placed, { ...placed.document, spec: next });
    }),
  select: (world, random) =>
    onRoute(world, random, (spec) => {
      const match = random.pick(['/', '/admin', '/docs', '/new', '/admin/users', 'admin.$(domain)']);
      return { ...spec, match };
    }),
  backend: (world, random) =>
    onRoute(world, random, (spec) => ({
      ...spec,
      backend: { backend_id: random.pick(['backend/shop', 'backend/other']) },
    })),
  policy: (world, random) =>
    onEndpoint(world, random, (spec) =>
      random.chance(0.25)
        ? without(spec, 'traffic_policy')
        : { ...spec, traffic_policy: random.chance(0.1) ? '{"broken' : drawPolicy(random) },
    ),
  url: (world, random) =>
    onEndpoint(world, random, (spec) => ({
      ...spec,
      url: random.pick([
        'https://www.$(domain)',
        'https://*.$(domain)',
        'https://moved.$(domain)',
        'http://www.$(domain)',
      ]),
    })),
  pooling: (world, random) =>
    onEndpoint(world, random, (spec) => ({ ...spec, pooling_enabled: random.chance(0.5) })),
  rename: (world, random) =>
    onResource(world, random, (placed) => {
      const name = plainText(placed.document['name']);
      const formerly = isTexts(placed.document['formerly']) ? placed.document['formerly'] : [];
      world.workspace.replace(placed, {
        ...placed.document,
        name: `${name}-b`.slice(0, 40),
        ...(random.chance(0.85) ? { formerly: [...formerly, name] } : {}),
      });
    }),
  uses: (world, random) =>
    onResource(world, random, (placed) => {
      if (placed.document['kind'] !== 'https-route') return;
      world.workspace.replace(placed, { ...placed.document, uses: [...random.some(['login', 'office'], 2)] });
    }),
  override: (world, random) =>
    onResource(world, random, (placed) => {
      const { kind, overrides, spec } = placed.document;
      if (kind !== 'https-route') return;
      const environment = random.pick(world.environments);
      const present = moduleNames.filter((each) => isMap(spec) && each in spec);
      const isNull = random.chance(0.3);
      const name = random.pick(isNull && present.length > 0 ? present : moduleNames);
      const module = isNull ? null : drawModule(name, random);
      world.workspace.replace(placed, {
        ...placed.document,
        overrides: { ...(isMap(overrides) ? overrides : {}), [environment]: { [name]: module } },
      });
    }),
  preset: (world, random) => {
    const placed = world.workspace.documents().find(({ document }) => document['name'] === 'login');
    if (placed === undefined) return;
    const spec = placed.document['spec'] as JsonMap;
    const scopes = random.pick([['openid'], ['openid', 'email'], ['openid', 'profile']]);
    world.workspace.replace(placed, {
      ...placed.document,
      spec: { ...spec, oidc: { ...(spec['oidc'] as JsonMap), scopes } },
    });
  },
  variable: (world, random) => {
    const name = random.pick(world.environments);
    const environment = world.workspace.environment(name);
    world.workspace.writeEnvironment(name, {
      ...environment,
      vars: { ...(environment['vars'] as JsonMap), limit: 10 + random.below(3) },
    });
  },
  drift: (world, random) => {
    const name = random.pick(world.environments);
    world.workspace.writeEnvironment(name, {
      ...world.workspace.environment(name),
      drift: random.pick(['report', 'revert']),
    });
  },
  environments: (world, random) =>
    onResource(world, random, (placed) => {
      const one = random.pick(world.environments);
      const next = random.chance(0.5)
        ? without(placed.document, 'environments')
        : { ...placed.document, environments: [one] };
      world.workspace.replace(placed, next);
    }),
};

/** Changes the value of a secret at its source; no file changes. */
export function rotate({ secrets }: World, random: Random): void {
  secrets.set(random.pick([...secrets.keys()]), `rotated-secret-${random.below(10 ** 6)}`);
}

function onResource({ workspace }: World, random: Random, edit: (placed: Placed) => void): void {
  const resources = workspace
    .documents()
    .filter(({ document }) => ['endpoint', 'https-route', 'tls-edge'].includes(plainText(document['kind'])));
  if (resources.length > 0) edit(random.pick(resources));
}

function onRoute(world: World, random: Random, edit: (spec: JsonMap) => JsonMap): void {
  onKind('https-route', world, random, edit);
}

function onEndpoint(world: World, random: Random, edit: (spec: JsonMap) => JsonMap): void {
  onKind('endpoint', world, random, edit);
}

function onKind(kind: string, { workspace }: World, random: Random, edit: (spec: JsonMap) => JsonMap): void {
  const resources = workspace.documents().filter(({ document }) => document['kind'] === kind);
  if (resources.length === 0) return;
  const placed = random.pick(resources);
  const spec = edit((placed.document['spec'] ?? {}) as JsonMap);
  workspace.replace(placed, { ...placed.document, spec });
}

export function without(map: JsonMap, name: string): { readonly [key: string]: Json } {
  return Object.fromEntries(Object.entries(map).filter(([key]) => key !== name));
}
