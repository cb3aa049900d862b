import type { Draw } from './draw.ts';
import { freshUid, type Edited } from './pairs.ts';
import type { Guard, RouteModel } from './url-sets.ts';

type Match = Pick<RouteModel, 'host' | 'path'>;

/** Hosts that begin or end like each other. */
const hosts = [
  'shop.example.co',
  'shop.example.com',
  'example.com',
  'api.example.com',
  'api.example.com.evil.org',
  'www.shop.example.com',
  'a.io',
];
const paths = '/ /shop /shop/ /shopping /shop/deep /s /api /api/v1 /v1 /Shop /a%20b'.split(' ');
const guards: readonly Guard[] = [
  {},
  {},
  { networks: ['office'] },
  { networks: ['office'] },
  { networks: ['partners'] },
  { networks: ['office', 'partners'] },
  { login: 'corp' },
  { login: 'corp', networks: ['office'] },
  { login: 'agency' },
  { login: 'idp' },
  { login: 'idp', networks: ['office', 'partners'] },
];

export function newRoute(draw: Draw, uid: number): RouteModel {
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
    backend: draw.chance(0.3) ? 'shared' : 'own',
  };
}

function newMatch(draw: Draw): Match {
  const shape = draw.among(['path', 'path', 'host', 'both']);
  return { host: shape === 'path' ? '' : draw.among(hosts), path: shape === 'host' ? '' : draw.among(paths) };
}

const edits = ['match', 'change', 'change', 'change', 'change', 'add', 'take', 'remove', 'swap'] as const;

/** One edit of the files. */
export function editedRoutes(draw: Draw, { objects, removed }: Edited<RouteModel>): Edited<RouteModel> {
  if (objects.length === 0) return { objects: [newRoute(draw, freshUid(objects))], removed };
  const route = draw.among(objects);
  const put = (changed: Partial<RouteModel>): readonly RouteModel[] =>
    objects.map((each) => (each === route ? { ...each, ...changed } : each));
  const fresh = (more: Partial<RouteModel>): RouteModel => ({
    ...newRoute(draw, freshUid(objects)),
    ...more,
  });
  switch (draw.among(edits)) {
    case 'match':
      return { objects: put(matching(route, newMatch(draw))), removed };
    case 'change':
      return { objects: put(changeOf(draw, route)), removed };
    case 'add':
      return { objects: [...objects, fresh({})], removed };
    case 'take': {
      // A second route takes a part of what this one serves.
      const host = route.host === '' ? draw.among(hosts) : route.host;
      const path = route.path === '' ? draw.among(paths) : route.path;
      return { objects: [...objects, fresh(matching(route, { host, path }))], removed };
    }
    case 'remove': {
      const then = draw.among(['retire', 'retire', 'forget', undefined] as const);
      const rest = objects.filter((each) => each !== route);
      return {
        objects: draw.chance(0.5)
          ? [...rest, fresh({ ...matching(route, route), guard: draw.among(guards) })]
          : rest,
        removed: then === undefined || route.uid > 9 ? removed : { ...removed, [`r${route.uid}`]: then },
      };
    }
    case 'swap': {
      const other = draw.among(objects);
      const swapped = objects.map((each) =>
        each === route
          ? { ...each, guard: other.guard }
          : each === other
            ? { ...each, guard: route.guard }
            : each,
      );
      return { objects: swapped, removed };
    }
  }
}

const changes = [
  'match',
  'host',
  'host',
  'path',
  'path',
  'spelling',
  'type',
  'guard',
  'backend',
  'target',
  'name',
] as const;

function changeOf(draw: Draw, route: RouteModel): Partial<RouteModel> {
  const { host, path } = route;
  switch (draw.among(changes)) {
    case 'match':
      return matching(route, newMatch(draw));
    case 'host': {
      const other = host === '' ? draw.among(hosts) : draw.among([kin(draw, host), '']);
      return matching(route, { host: other, path: path === '' ? '/' : path });
    }
    case 'path':
      return matching(route, { host, path: path === '' ? draw.among(paths) : longerOrShorter(draw, route) });
    case 'spelling':
      if (host === '') return { path: path.replace('s', '%73') };
      return { host: draw.among([host.replace(/\.?$/, '.'), host.toUpperCase()]) };
    case 'type':
      return { exact: path !== '' && !route.exact };
    case 'guard':
      return { guard: draw.among(guards) };
    case 'backend':
      return { hasBackend: !route.hasBackend };
    case 'target':
      return { backend: route.backend === 'own' ? 'shared' : 'own' };
    case 'name':
      return { name: `${route.name}n` };
  }
}

/** A host without a path has no exact form. */
function matching(route: RouteModel, { host, path }: Match): Match & Pick<RouteModel, 'exact'> {
  return { host, path, exact: route.exact && path !== '' };
}

/** A host that begins or ends like another one. */
function kin(draw: Draw, host: string): string {
  const all = [
    `www.${host}`,
    `${host}.evil.org`,
    `${host}m`,
    host.slice(0, -1),
    host.replace(/^[^.]+\./, ''),
  ];
  return draw.among(all.filter((each) => /^[\w-]+(\.[\w-]+)+$/.test(each)));
}

function longerOrShorter(draw: Draw, { host, path }: Match): string {
  const shorter = path.slice(0, -1).replace(/%\w?$/, '');
  return draw.among([
    `${path}/deep`.replace('//', '/'),
    `${path}ping`,
    shorter === '' && host === '' ? '/' : shorter,
  ]);
}
