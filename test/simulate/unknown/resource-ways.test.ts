/** The ways through a resource: each trail once, and of a route only the paths that no longer match takes from it. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/model/value.ts';
import { edgesOf } from '../../../src/routing/edges.ts';
import { openSide } from '../../../src/routing/traffic/side-index.ts';
import type { TrafficServer } from '../../../src/routing/traffic-server.ts';
import { waysThrough } from '../../../src/simulate/unknown/resource-ways.ts';

function route(name: string, match: string, more: JsonObject = {}): TrafficServer {
  const spec = { edge_id: 'edghts_1', match_type: 'path_prefix', match, ...more };
  return { address: `https-route/${name}`, kind: 'https-route', spec };
}

function keysOf(server: TrafficServer, ...others: readonly TrafficServer[]) {
  const side = openSide({ servers: [server, ...others], edges: edgesOf([], []) });
  const { ways, isCut } = waysThrough(server, side);
  expect(isCut).toBe(false);
  return ways.map(({ open }) =>
    open.map(({ when }) => when.map(({ key, holds }) => `${holds ? '' : 'not '}${key}`)),
  );
}

const starting = (path: string): string => `req.url.path starting "${path}"`;

test.each<readonly [string, TrafficServer, readonly TrafficServer[], readonly string[]]>([
  ['a route of all paths asks nothing', route('all', '/'), [], []],
  ['the paths of a match', route('a', '/a'), [], [starting('/a')]],
  ['one exact path', route('a', '/a', { match_type: 'exact_path' }), [], ['req.url.path in "/a"']],
  [
    'without those of two longer matches',
    route('a', '/a'),
    [route('b', '/a/b'), route('c', '/a/c', { match_type: 'exact_path' })],
    [starting('/a'), `not ${starting('/a/b')}`, 'not req.url.path in "/a/c"'],
  ],
  ['with those of a shorter match', route('b', '/a/b'), [route('a', '/a')], [starting('/a/b')]],
  ['with those beside it', route('a', '/a'), [route('b', '/b/longer')], [starting('/a')]],
  [
    'with those of another edge',
    route('a', '/a'),
    [route('b', '/a/b', { edge_id: 'edghts_2' })],
    [starting('/a')],
  ],
  [
    'with those of another host',
    route('a', 'a.example.com/a'),
    [route('b', 'b.example.com/a/b')],
    [starting('/a')],
  ],
  [
    'without those of the same host',
    route('a', 'a.example.com/a'),
    [route('b', 'a.example.com/a/b')],
    [starting('/a'), `not ${starting('/a/b')}`],
  ],
  [
    'without those of all hosts',
    route('a', 'a.example.com/a'),
    [route('b', '/a/much/longer/than/the/host')],
    [starting('/a'), `not ${starting('/a/much/longer/than/the/host')}`],
  ],
  ['with the same path of another host', route('a', '/a'), [route('b', 'a.example.com/a')], [starting('/a')]],
  [
    'with those of what is no route',
    route('a', '/a'),
    [{ address: 'tls-edge/b', kind: 'tls-edge', spec: route('b', '/a/b').spec }],
    [starting('/a')],
  ],
  ['with those of a match that cannot be read', route('a', '/a'), [route('b', '')], [starting('/a')]],
])('%s', (_name, server, others, expected) => {
  expect(keysOf(server, ...others)).toEqual([[expected]]);
});

test('an endpoint has all paths', () => {
  const spec = { ...route('a', '/a').spec, url: 'https://a.example.com' };
  expect(keysOf({ address: 'endpoint/a', kind: 'endpoint', spec })).toEqual([[[]]]);
});

test('requests that take one way for several reasons have it once', () => {
  const expressions = ["req.method == 'PUT' || hasReqHeader('x-a')"];
  const policy = { on_http_request: [{ expressions, actions: [{ type: 'deny' }] }] };
  const spec = { url: 'https://a.example.com', traffic_policy: JSON.stringify(policy) };
  const [put, sent] = ['req.method in "PUT"', 'header x-a present'];
  expect(keysOf({ address: 'endpoint/a', kind: 'endpoint', spec })).toEqual([
    [[`not ${put}`, `not ${sent}`]],
    [[`not ${put}`, sent], [put]],
  ]);
});
