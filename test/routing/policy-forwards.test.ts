import { expect, test } from 'vitest';
import { trafficReferences } from '../../src/routing/graph/assemble.ts';
import { crossRule } from '../lint/cross-rule.ts';
import { loadTrafficTools } from '../../src/lint/domain/policy/load-traffic-tools.ts';
import { forwardsOf } from '../../src/routing/policy-forwards.ts';

const to = (url: unknown, more: object = {}): object => ({
  type: 'forward-internal',
  config: { url },
  ...more,
});
const when = ['req.method == "GET"'];
const cases: readonly (readonly [what: string, rules: readonly object[], forwards: readonly string[]])[] = [
  ['the only action', [{ actions: [to('https://a')] }], ['forwards to https://a']],
  ['one with a condition', [{ expressions: when, actions: [to('https://a')] }], ['may forward to https://a']],
  ['one after another', [{ actions: [to('https://a'), to('https://b')] }], ['forwards to https://a']],
  ['one after a denial of all', [{ actions: [{ type: 'deny' }] }, { actions: [to('https://a')] }], []],
  [
    'one after a denial of some',
    [{ expressions: when, actions: [{ type: 'deny' }] }, { actions: [to('https://a')] }],
    ['may forward to https://a'],
  ],
  [
    'one within what was denied',
    [
      { expressions: when, actions: [{ type: 'deny' }] },
      { expressions: ['more', ...when], actions: [to('https://a')] },
    ],
    [],
  ],
  [
    'one after a denial that is off',
    [{ actions: [{ type: 'deny', enabled: false }] }, { actions: [to('https://a')] }],
    ['forwards to https://a'],
  ],
  [
    'one after a denial that may be skipped',
    [{ actions: [{ type: 'deny', mode: 'dry' }] }, { actions: [to('https://a')] }],
    ['may forward to https://a'],
  ],
  [
    'one that is off',
    [{ actions: [to('https://a', { enabled: false }), to('https://b')] }],
    ['forwards to https://b'],
  ],
  ['one whose URL is computed', [{ actions: [to('https://${req.host}')] }], ['forwards to ?']],
  ['one without a URL', [{ actions: [to(7)] }], ['forwards to ?']],
];

test.each(cases)('the forwards of a policy: %s', (_, rules, expected) => {
  const policy = JSON.stringify({ on_http_request: rules });
  for (const spec of [{ traffic_policy: policy }, { traffic_policy: { enabled: true, value: policy } }])
    expect(
      forwardsOf(spec).map(
        ({ url, isCertain }) => `${isCertain ? 'forwards' : 'may forward'} to ${url ?? '?'}`,
      ),
    ).toEqual(expected);
  expect(forwardsOf({ traffic_policy: { enabled: false, value: policy } })).toEqual([]);
});

test.each(cases)('the graph and lint name the same: %s', async (_, rules, expected) => {
  const traffic_policy = JSON.stringify({ on_http_request: rules });
  await loadTrafficTools(['traffic_policy']);
  const urls = expected.map((words) => words.replace(/.* to /, '')).filter((url) => url !== '?');
  expect(trafficReferences('endpoint', { traffic_policy }).map(({ to: url }) => url)).toEqual(urls);
  const subject = {
    address: 'endpoint/it',
    kind: 'endpoint',
    name: 'it',
    labels: {},
    spec: { traffic_policy },
  } as const;
  const context = {
    options: { served: ['https://listed.internal'] },
    environment: 'production',
    workspace: undefined,
  };
  const findings = crossRule('forward-internal-unserved').check([subject], {
    ...context,
    ledger: undefined,
    others: [],
    base: undefined,
    optionsOf: () => ({}),
    hasPassed: () => false,
  });
  expect([...findings].map(({ message }) => /`(.*?)`/.exec(message)?.[1])).toEqual(urls);
});
