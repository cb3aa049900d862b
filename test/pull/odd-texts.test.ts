import { expect, test } from 'vitest';
import { nextValue } from '../../src/pull/values/next-value.ts';
import { writtenValue } from '../../src/pull/values/write-spec.ts';
import { taking } from './taking.ts';

test('a removed part of a policy is removed from the file, whatever its name', () => {
  const raw = { on_http_request: [], constructor: 'a', toString: 'b' };
  const sides = { raw, current: JSON.stringify(raw), live: '{"on_http_request":[]}', observed: undefined };
  const run = taking('endpoint');
  expect(nextValue(run, sides, ['traffic_policy'])).toEqual({ on_http_request: [] });
  expect(run.found.replaced).toEqual(['traffic_policy.constructor', 'traffic_policy.toString']);
});

test('what a reference was written with is not an expression of its own', () => {
  const run = { ...taking('https-route'), templateAt: () => 'pay $(amount) with $(secret:CARD)' };
  const path = ['request_headers', 'add', 'x-pay'];
  expect(writtenValue(run, 'pay $(amount) with 1234', path)).toBe('pay $$(amount) with $(secret:CARD)');
});
