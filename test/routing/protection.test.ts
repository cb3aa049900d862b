import { expect, test } from 'vitest';
import { parseTemplate } from '../../src/derive/forms/parse-template.ts';
import type { Value } from '../../src/model/value.ts';
import { hasProtection, protectionOf } from '../../src/routing/protection.ts';

const deny = '{"on_http_request":[{"actions":[{"type":"deny"}]}]}';
const log = '{"on_http_request":[{"actions":[{"type":"log"}]}]}';
const unreadable = ['traffic_policy (cannot be read)'];
const cases: readonly (readonly [what: string, policy: Value | undefined, expected: readonly string[]])[] = [
  ['one that denies', deny, ['traffic_policy']],
  ['one that only logs', log, []],
  [
    'one with a secret in it',
    parseTemplate(deny.replace('"deny"', '"deny","config":"$(secret:A)"'), 'policy'),
    ['traffic_policy'],
  ],
  [
    'one that denies nothing',
    '{"on_http_request":[{"expressions":["false"],"actions":[{"type":"deny"}]}]}',
    [],
  ],
  [
    'one that denies nothing, in other words',
    '{"on_http_request":[{"expressions":["(1 == 2)","true"],"actions":[{"type":"deny"}]}]}',
    [],
  ],
  [
    'one that denies what was forwarded',
    '{"on_http_request":[{"actions":[{"type":"forward-internal","config":{"url":"https://a.internal"}},{"type":"deny"}]}]}',
    [],
  ],
  [
    'one that forwards some and denies the rest',
    '{"on_http_request":[{"expressions":["a"],"actions":[{"type":"forward-internal"}]},{"actions":[{"type":"deny"}]}]}',
    ['traffic_policy'],
  ],
  ['none', undefined, []],
  ['an empty one', '', []],
  ['one that the service masks', '********', unreadable],
  ['one that is hidden in a snapshot', '(hidden 0badc0de)', unreadable],
  ['one that is no policy', '[', unreadable],
];

test.each(cases)('a policy as protection: %s', (_, policy, expected) => {
  const spec = policy === undefined ? {} : { traffic_policy: policy };
  expect(protectionOf({ kind: 'endpoint', spec })).toEqual(expected);
  // What cannot be read may protect, and does not count as protection.
  expect(hasProtection({ kind: 'endpoint', spec })).toBe(expected.includes('traffic_policy'));
  const module = policy === undefined ? {} : { traffic_policy: { value: policy } };
  expect(protectionOf({ kind: 'https-route', spec: module })).toEqual(expected);
  const off = policy === undefined ? {} : { traffic_policy: { enabled: false, value: policy } };
  expect(protectionOf({ kind: 'https-route', spec: off })).toEqual([]);
});

test('a guard of requests protects no endpoint of another protocol', () => {
  const protects = (url: string): boolean =>
    hasProtection({ kind: 'endpoint', spec: { url, traffic_policy: deny } });
  expect(protects('https://www.example.com')).toBe(true);
  expect(protects('tls://www.example.com')).toBe(false);
  expect(protects('tcp://www.example.com:1')).toBe(false);
});
