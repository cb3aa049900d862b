/**
 * The selector against brute force: what a match selects, enumerated over a small world of hosts and paths that tells
 * all these matches apart, and written here from the page on route selectors alone.
 */
import { expect, test } from 'vitest';
import { crossRule } from '../lint/cross-rule.ts';
import type { RuleContext, Subject } from '../../src/lint/rule.ts';
import type { Spec } from '../../src/model/value.ts';
import { matchCovers, matchSpace } from '../../src/routing/selector.ts';

/** Hosts and paths as they are written, and as requests carry them. Each host begins or ends like another one. */
const hosts: Readonly<Record<string, string>> = {
  'a.co': 'a.co',
  'a.com': 'a.com',
  'A.com.': 'a.com',
  'a.com:443': 'a.com',
  'a.com.evil.org': 'a.com.evil.org',
  'www.a.com': 'www.a.com',
};
const paths: Readonly<Record<string, string>> = {
  '': '',
  '/': '/',
  '/s': '/s',
  '/%73': '/s',
  '/x/../s': '/s',
  '/s/': '/s/',
  '/s/t': '/s/t',
  '/st': '/st',
  '/S': '/S',
};

interface Route {
  readonly spec: Spec;
  readonly host: string;
  readonly path: string;
  readonly isExact: boolean;
  /** Each request that it selects, as host and path. */
  readonly requests: ReadonlySet<string>;
}

const requestHosts = [...new Set(Object.values(hosts)), 'other.org'];
const requestPaths = [...new Set(Object.values(paths))].flatMap((path) =>
  path === '' ? [] : [path, `${path}z`, `${path}/z`],
);

const routes = ['', ...Object.keys(hosts)].flatMap((writtenHost) =>
  Object.keys(paths)
    .filter((writtenPath) => writtenHost !== '' || writtenPath !== '')
    .flatMap((writtenPath) =>
      ['exact_path', 'path_prefix'].map((type) => route(writtenHost, writtenPath, type)),
    ),
);

function route(writtenHost: string, writtenPath: string, type: string): Route {
  const [host, path] = [hosts[writtenHost] ?? '', paths[writtenPath] ?? ''];
  const isExact = type === 'exact_path' && path !== '';
  const requests = requestHosts
    .filter((one) => host === '' || one === host)
    .flatMap((one) =>
      requestPaths
        .filter((each) => (isExact ? each === path : each.startsWith(path)))
        .map((each) => `${one} ${each}`),
    );
  const spec = { edge_id: 'https-edge/main', match_type: type, match: writtenHost + writtenPath };
  return { spec, host, path: path === '' ? '/' : path, isExact, requests: new Set(requests) };
}

function isWithin(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].every((each) => others.has(each));
}

test('a match covers another one exactly if it selects all its requests', () => {
  expect(routes.length).toBe(124);
  const spaces = routes.map(({ spec }) => matchSpace(spec)!);
  const wrong = routes.flatMap((outer, i) =>
    routes.flatMap((inner, j) => {
      const isCovered = isWithin(inner.requests, outer.requests);
      if (matchCovers(spaces[i]!, spaces[j]!) === isCovered) return [];
      const beside = [...inner.requests].find((request) => !outer.requests.has(request));
      return [{ outer: outer.spec, inner: inner.spec, isCovered, beside }];
    }),
  );
  expect(wrong[0], `one of ${wrong.length} pairs`).toBeUndefined();
});

test('two routes overlap, for lint, if they share requests of a prefix that is not a whole host', () => {
  const wrong = routes.flatMap((one) =>
    routes.flatMap((other) =>
      findings(one, other) > 0 === (isWorthTelling(one, other) || isWorthTelling(other, one))
        ? []
        : [[one.spec, other.spec]],
    ),
  );
  expect(wrong[0], `one of ${wrong.length} pairs`).toBeUndefined();
});

function findings(...some: readonly Route[]): number {
  const subjects = some.map(({ spec }, index) => ({
    kind: 'https-route',
    address: `https-route/r${index}`,
    spec,
  }));
  // The rule reads nothing else of a subject, and nothing of the context.
  return [...crossRule('route-overlap').check(subjects as unknown as readonly Subject[], {} as RuleContext)]
    .length;
}

function isWorthTelling(cover: Route, covered: Route): boolean {
  const isSameMatch = cover.host === covered.host && cover.path === covered.path;
  if (isSameMatch || cover.isExact || cover.path === '/') return false;
  const share = [...covered.requests].some((each) => cover.requests.has(each));
  const pathsOf = ({ requests }: Route): ReadonlySet<string> =>
    new Set([...requests].map((each) => each.slice(each.indexOf(' ') + 1)));
  return share && isWithin(pathsOf(covered), pathsOf(cover));
}
