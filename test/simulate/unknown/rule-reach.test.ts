/** The rules of a policy that requests come to and meet, and what keeps them from the others. */
import { expect, test } from 'vitest';
import { ownActions } from '../../../src/derive/policy/own-actions.ts';
import type { JsonObject } from '../../../src/model/value.ts';
import { reachIn } from '../../../src/simulate/unknown/rule-reach.ts';

const deny = (...expressions: readonly string[]): JsonObject => ({
  expressions: [...expressions],
  actions: [{ type: 'deny' }],
});

const put = "req.method == 'PUT'";
const get = "req.method == 'GET'";

function reached(policy: object, mostSteps = 1000) {
  const spec = { url: 'https://a.example.com', traffic_policy: JSON.stringify(policy) };
  return reachIn({ address: 'endpoint/a', kind: 'endpoint', spec }, { ownActions: ownActions(), mostSteps });
}

test('each rule says whether a request comes to it, and meets it', () => {
  const found = reached({
    on_http_request: [deny(put), deny(put, get), deny(), deny(get)],
    on_http_response: [deny(put)],
  });
  expect(
    found?.rules.map(({ phase, isReached, isMet, because }) => [phase, isReached, isMet, [...because]]),
  ).toEqual([
    ['on_http_request', true, true, [put]],
    ['on_http_request', true, false, [put]],
    ['on_http_request', true, true, []],
    ['on_http_request', false, false, []],
    ['on_http_response', false, false, []],
  ]);
  expect(found?.ways.length).toBe(2);
});

test('a rule is kept from by each of its expressions', () => {
  const found = reached({ on_http_request: [deny(put, "req.url.path == '/a'")] });
  expect(found?.rules.map(({ isMet, because }) => [isMet, [...because]])).toEqual([
    [true, [put, "req.url.path == '/a'"]],
  ]);
});

test('the ways are no more than their steps allow', () => {
  // Two rules with an action each, and the end: five steps, in two ways.
  const policy = { on_http_request: [deny(put), deny()] };
  expect([4, 5, 9, 10, 11].map((most) => reached(policy, most)?.ways.length)).toEqual([
    undefined,
    undefined,
    undefined,
    2,
    2,
  ]);
});

test('a policy that cannot be read has none', () => {
  const spec = { url: 'https://a.example.com', traffic_policy: '***' };
  const server = { address: 'endpoint/a', kind: 'endpoint', spec } as const;
  expect(reachIn(server, { ownActions: ownActions(), mostSteps: 1000 })).toBeUndefined();
});
