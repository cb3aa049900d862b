import { expect, test } from 'vitest';
import { edgesOf } from '../../../src/routing/edges.ts';
import { openSide } from '../../../src/routing/traffic/side-index.ts';
import { throughForwards, type ServerOnSide } from '../../../src/routing/traffic/through-forwards.ts';
import type { TrafficServer } from '../../../src/routing/traffic-server.ts';

const to = (host: string): object => ({
  type: 'forward-internal',
  config: { url: `https://${host}.internal` },
});
const deny = { type: 'deny' };
const log = { type: 'log' };

/** The policies of the endpoints, by name; all but `front` are internal. */
type Policies = Readonly<Record<string, object | string>>;

function through(policies: Policies): ServerOnSide {
  const servers = Object.entries(policies).map(([name, policy]): TrafficServer => ({
    address: `endpoint/${name}`,
    kind: 'endpoint',
    spec: {
      url: name === 'front' ? 'https://front.example.com' : `https://${name.replace(/ .*/, '')}.internal`,
      traffic_policy: typeof policy === 'string' ? policy : JSON.stringify(policy),
    },
  }));
  const view = throughForwards(() => openSide({ servers, edges: edgesOf([], []) }));
  return view(servers.find(({ address }) => address === 'endpoint/front')!);
}

function policyOf({ whole }: ServerOnSide): unknown {
  return JSON.parse(whole.spec['traffic_policy'] as string) as unknown;
}

const forwarding = (...actions: readonly object[]): object => ({ on_http_request: [{ actions }] });

const cases: readonly (readonly [what: string, policies: Policies, whole: object])[] = [
  [
    'the rules behind a forward stand in front of it, and the actions before it in front of them',
    { front: forwarding(log, to('a')), a: forwarding(deny) },
    {
      on_http_request: [{ actions: [log] }, { expressions: [], actions: [deny] }, { actions: [to('a')] }],
    },
  ],
  [
    'they have the conditions of the forward too',
    {
      front: { on_http_request: [{ expressions: ['x'], actions: [to('a')] }] },
      a: { on_http_request: [{ expressions: 'y', actions: [deny] }] },
    },
    {
      on_http_request: [
        { expressions: ['x'], actions: [] },
        { expressions: ['x', 'y'], actions: [deny] },
        { expressions: ['x'], actions: [to('a')] },
      ],
    },
  ],
  [
    'those of a connection come first, those of a response last',
    {
      front: forwarding(to('a')),
      a: {
        on_http_response: [{ actions: [log] }],
        on_http_request: [{ actions: [deny] }],
        on_tcp_connect: [{ actions: [deny, log] }],
      },
    },
    {
      on_http_request: [
        { actions: [] },
        { expressions: [], actions: [deny, log] },
        { expressions: [], actions: [deny] },
        { actions: [to('a')] },
      ],
      on_http_response: [{ expressions: [], actions: [log] }],
    },
  ],
  [
    'a forward behind the forward is followed',
    { front: forwarding(to('a')), a: forwarding(to('b')), b: forwarding(deny) },
    {
      on_http_request: [
        { actions: [] },
        { expressions: [], actions: [] },
        { expressions: [], actions: [deny] },
        { expressions: [], actions: [to('b')] },
        { actions: [to('a')] },
      ],
    },
  ],
];

test.each(cases)('%s', (_what, policies, whole) => {
  expect(policyOf(through(policies))).toEqual(whole);
});

const alone: readonly (readonly [what: string, policies: Policies])[] = [
  [
    'a forward to itself',
    { front: forwarding({ type: 'forward-internal', config: { url: 'https://front.example.com' } }) },
  ],
  ['a target that no endpoint serves', { front: forwarding(to('a')) }],
  [
    'a target that two endpoints share',
    { front: forwarding(to('a')), 'a 1': forwarding(deny), 'a 2': forwarding(log) },
  ],
  ['a policy that may be off', { front: forwarding(to('a')), a: { ...forwarding(deny), enabled: 'maybe' } }],
  [
    'a forward that may be skipped',
    { front: forwarding({ ...to('a'), skip: 'maybe' }), a: forwarding(deny) },
  ],
  ['no forward', { front: forwarding(deny), a: forwarding(deny) }],
];

test.each(alone)('%s adds nothing', (_what, policies) => {
  expect(policyOf(through(policies))).toEqual(policies['front']);
});

test('behind a policy that cannot be read, nothing can', () => {
  const { whole } = through({ front: forwarding(log, to('a')), a: forwarding(to('b')), b: '********' });
  expect(whole.spec['traffic_policy']).toBe('********');
});

test('policies that forward to each other end', () => {
  const names = Array.from({ length: 40 }, (_, at) => `n${at}`);
  const all = { on_http_request: names.map((name) => ({ expressions: [name], actions: [to(name)] })) };
  const policies = Object.fromEntries(['front', ...names].map((name) => [name, all]));
  expect(JSON.stringify(policyOf(through(policies))).length).toBeLessThan(1_000_000);
});

test('an object is dead if all its requests are forwarded to where nothing serves', () => {
  expect(through({ front: forwarding(to('a')) }).isDead).toBe(true);
  expect(through({ front: forwarding(to('a')), a: forwarding(deny) }).isDead).toBe(false);
  expect(through({ front: { on_http_request: [{ expressions: ['x'], actions: [to('a')] }] } }).isDead).toBe(
    false,
  );
});
