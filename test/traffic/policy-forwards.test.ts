import { expect, test } from 'vitest';
import { forwardsOf } from '../../src/derive/policy/policy-forwards.ts';

const to = (url: unknown, more: object = {}): object => ({
  type: 'forward-internal',
  config: { url },
  ...more,
});
const when = ['req.method == "GET"'];
const cases: readonly (readonly [what: string, rules: readonly object[], forwards: readonly string[]])[] = [
  ['the only action', [{ actions: [to('a')] }], ['forwards to a']],
  ['one with a condition', [{ expressions: when, actions: [to('a')] }], ['may forward to a']],
  ['one after another', [{ actions: [to('a'), to('b')] }], ['forwards to a']],
  ['one after a denial of all', [{ actions: [{ type: 'deny' }] }, { actions: [to('a')] }], []],
  [
    'one after a denial of some',
    [{ expressions: when, actions: [{ type: 'deny' }] }, { actions: [to('a')] }],
    ['may forward to a'],
  ],
  [
    'one within what was denied',
    [
      { expressions: when, actions: [{ type: 'deny' }] },
      { expressions: ['more', ...when], actions: [to('a')] },
    ],
    [],
  ],
  [
    'one after a denial that is off',
    [{ actions: [{ type: 'deny', enabled: false }] }, { actions: [to('a')] }],
    ['forwards to a'],
  ],
  [
    'one after a denial that may be skipped',
    [{ actions: [{ type: 'deny', mode: 'dry' }] }, { actions: [to('a')] }],
    ['may forward to a'],
  ],
  ['one that is off', [{ actions: [to('a', { enabled: false }), to('b')] }], ['forwards to b']],
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
