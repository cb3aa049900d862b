import {
  normalHost,
  normalPath,
  type EndpointModel,
  type Guard,
  type ObjectModel,
  type RouteModel,
} from './url-sets.ts';

/** A state and the one that the files declare next. */
export interface Pair {
  readonly seed: number;
  readonly before: readonly ObjectModel[];
  readonly after: readonly ObjectModel[];
  /** What becomes of a route that the files no longer have; absent: its removal is left open. */
  readonly removed: Readonly<Record<string, 'retire' | 'forget'>>;
}

const hosts = [
  'shop.example.co',
  'shop.example.com',
  'example.com',
  'api.example.com',
  'api.example.com.evil.org',
  'www.shop.example.com',
  'a.io',
];
const paths = [
  '/',
  '/shop',
  '/shop/',
  '/shopping',
  '/shop/deep',
  '/s',
  '/api',
  '/api/v1',
  '/v1',
  '/Shop',
  '/a%20b',
];
const guards: readonly Guard[] = [
  {},
  {},
  { networks: ['office'] },
  { networks: ['office'] },
  { networks: ['partners'] },
  { networks: ['office', 'partners'] },
  { login: true },
  { login: true, networks: ['office'] },
];
const policies: readonly Guard[] = [{}, {}, { networks: ['office'] }];

/** The pair of a seed: the same in every run. */
export function pairOf(seed: number): Pair {
  const draw = drawing(seed);
  const isOfRoutes = draw.chance(0.72);
  const make = isOfRoutes ? newRoute : newEndpoint;
  for (;;) {
    const before: ObjectModel[] = [];
    for (let count = draw.among([1, 2, 2, 3, 3, 4]); count > 0; count--)
      before.push(make(draw, before.length));
    const after = [...before];
    const removed: Record<string, 'retire' | 'forget'> = {};
    for (let count = draw.among([1, 1, 1, 2, 2, 3]); count > 0; count--)
      if (isOfRoutes) editRoutes(draw, after as RouteModel[], removed);
      else editEndpoints(draw, after as EndpointModel[]);
    // The service has one object a match or URL; lint refuses a second one.
    if (areUnlike(before) && areUnlike(after) && JSON.stringify(before) !== JSON.stringify(after))
      return { seed, before, after, removed };
  }
}

function newRoute(draw: Draw, uid: number): RouteModel {
  const { host, path } = newMatch(draw);
  return {
    kind: 'https-route',
    uid,
    name: `r${uid}`,
    exact: path !== '' && draw.chance(0.2),
    host,
    path,
    guard: draw.among(guards),
    hasBackend: draw.chance(0.9),
  };
}

function newMatch(draw: Draw): { readonly host: string; readonly path: string } {
  const shape = draw.among(['path', 'path', 'host', 'both']);
  return { host: shape === 'path' ? '' : draw.among(hosts), path: shape === 'host' ? '' : draw.among(paths) };
}

function editRoutes(draw: Draw, routes: RouteModel[], removed: Record<string, 'retire' | 'forget'>): void {
  const index = draw.below(routes.length);
  const route = routes[index];
  const change = (more: Partial<RouteModel>): void => void (route && (routes[index] = { ...route, ...more }));
  const add = (more: Partial<RouteModel> = {}): void =>
    void routes.push({ ...newRoute(draw, freshUid(routes)), ...more });
  if (route === undefined) return add();
  const { host, path } = route;
  const other = draw.among(routes);
  switch (
    draw.among([
      'match',
      'match',
      'match',
      'host',
      'path',
      'spelling',
      'type',
      'guard',
      'backend',
      'add',
      'take',
      'name',
      'remove',
      'swap',
    ])
  ) {
    case 'match':
      return change(withMatch(route, newMatch(draw)));
    case 'host':
      return change(
        withMatch(route, {
          host: host === '' ? draw.among(hosts) : draw.among([kin(draw, host), '']),
          path: path === '' ? '/' : path,
        }),
      );
    case 'path':
      return change(
        withMatch(route, { host, path: path === '' ? draw.among(paths) : longerOrShorter(draw, path, host) }),
      );
    case 'spelling':
      return change(
        host === ''
          ? { path: path.replace('s', '%73') }
          : { host: draw.among([host.replace(/\.?$/, '.'), host.toUpperCase()]) },
      );
    case 'type':
      return change({ exact: path !== '' && !route.exact });
    case 'guard':
      return change({ guard: draw.among(guards) });
    case 'backend':
      return change({ hasBackend: !route.hasBackend });
    case 'add':
      return add();
    case 'take':
      // A second route takes a part of what this one serves.
      return add(
        withMatch(route, {
          host: host === '' ? draw.among(hosts) : host,
          path: path === '' ? draw.among(paths) : path,
        }),
      );
    case 'name':
      return change({ name: `${route.name}n` });
    case 'remove': {
      routes.splice(index, 1);
      const then = draw.among(['retire', 'retire', 'forget', undefined] as const);
      if (then !== undefined && route.uid < 9) removed[`r${route.uid}`] = then;
      if (draw.chance(0.5)) add({ ...withMatch(route, route), guard: draw.among(guards) });
      return;
    }
    case 'swap':
      if (other !== undefined) {
        change({ guard: other.guard });
        routes[routes.indexOf(other)] = { ...other, guard: route.guard };
      }
  }
}

function withMatch(
  route: RouteModel,
  { host, path }: Pick<RouteModel, 'host' | 'path'>,
): Pick<RouteModel, 'host' | 'path' | 'exact'> {
  return { host, path, exact: route.exact && path !== '' };
}

/** A host that begins or ends like another one. */
function kin(draw: Draw, host: string): string {
  return draw.among(
    [
      `www.${host}`,
      `${host}.evil.org`,
      `${host}m`,
      host.replace(/\w$/, ''),
      host.replace(/^[^.]+\./, ''),
    ].filter((each) => /^[\w-]+(\.[\w-]+)+$/.test(each)),
  );
}

function longerOrShorter(draw: Draw, path: string, host: string): string {
  const shorter = path.slice(0, -1).replace(/%\w?$/, '');
  return draw.among([
    `${path}/deep`.replace('//', '/'),
    `${path}ping`,
    shorter === '' && host === '' ? '/' : shorter,
  ]);
}

function newEndpoint(draw: Draw, uid: number): EndpointModel {
  return {
    kind: 'endpoint',
    uid,
    name: `e${uid}`,
    url: newUrl(draw),
    guard: draw.among(policies),
    binding: draw.among(['public', 'public', 'public', 'internal', 'kubernetes'] as const),
  };
}

const domains = [
  '$.example.com',
  '*.$.example.com',
  'api.$.example.com',
  'api.$.example.co',
  'api.$.example.com.evil.org',
  '*.$.example.com.evil.org',
];

function newUrl(draw: Draw): string {
  const scheme = draw.among(['https', 'https', 'https', 'http', 'tls', 'tcp']);
  return `${scheme}://${draw.among(domains)}${scheme === 'tcp' ? draw.among([':443', ':8443']) : ''}`;
}

function editEndpoints(draw: Draw, endpoints: EndpointModel[]): void {
  const index = draw.below(endpoints.length);
  const endpoint = endpoints[index];
  const change = (more: Partial<EndpointModel>): void =>
    void (endpoint && (endpoints[index] = { ...endpoint, ...more }));
  const fresh = (): EndpointModel => newEndpoint(draw, freshUid(endpoints));
  if (endpoint === undefined) return void endpoints.push(fresh());
  switch (
    draw.among([
      'url',
      'url',
      'host',
      'spelling',
      'scheme',
      'guard',
      'binding',
      'add',
      'name',
      'remove',
      'replace',
    ])
  ) {
    case 'url':
      return change({ url: newUrl(draw) });
    case 'host':
      return change({ url: endpoint.url.replace(/\/\/[^:]+/, `//${draw.among(domains)}`) });
    case 'spelling':
      return change({
        url: draw.among([
          endpoint.url.replace(/example\.com?(?=$|:)/, '$&.'),
          endpoint.url.replace('example', 'EXAMPLE'),
          endpoint.url.replace(/^(https:.*[a-z])$/, '$1:443'),
        ]),
      });
    case 'scheme':
      return change({
        url: endpoint.url.startsWith('http:')
          ? endpoint.url.replace('http:', 'https:')
          : endpoint.url.replace('https:', 'http:'),
      });
    case 'guard':
      return change({ guard: draw.among(policies) });
    case 'binding':
      return change({ binding: draw.among(['public', 'internal', 'kubernetes'] as const) });
    case 'add':
      return void endpoints.push(fresh());
    case 'name':
      return change({ name: `${endpoint.name}n` });
    case 'remove':
      return void endpoints.splice(index, 1);
    case 'replace':
      endpoints.splice(index, 1);
      endpoints.push({ ...fresh(), url: endpoint.url });
  }
}

function freshUid(objects: readonly ObjectModel[]): number {
  return Math.max(9, ...objects.map(({ uid }) => uid)) + 1;
}

function areUnlike(objects: readonly ObjectModel[]): boolean {
  const keys = objects.map((object) =>
    object.kind === 'endpoint'
      ? normalHost(object.url.replace(/:(80|443)$/, '')).replace(/\.(?=$|:)/, '')
      : normalHost(object.host) + normalPath(object.path),
  );
  return new Set(keys).size === keys.length;
}

interface Draw {
  readonly below: (limit: number) => number;
  readonly chance: (share: number) => boolean;
  readonly among: <Item>(items: readonly Item[]) => Item;
}

/** Mulberry32. */
function drawing(seed: number): Draw {
  let state = Math.imul(seed + 1, 0x9e3779b9);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (share) => next() < share,
    among: (items) => items[below(items.length)]!,
  };
}
