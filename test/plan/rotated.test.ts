import { expect, test } from 'vitest';
import { plan } from '../../src/plan/plan.ts';
import type { PlanCase } from './plan-case.ts';
import { inputOf } from './with-hashes.ts';

const policy =
  '{"on_http_request":[{"actions":[{"type":"add-headers","config":{"headers":{"x":"$(secret:KEY)"}}}]}]}';
const rotated: PlanCase = {
  name: 'a rotated secret',
  was: { 'endpoint/www': { url: 'https://www.example.com', traffic_policy: policy } },
  secrets: { 'was:KEY': 'correct-horse', KEY: 'battery-staple' },
  expect: '',
};

test('the change id is the same with and without a fingerprint key, so an approval is valid in both jobs', () => {
  const [one, other] = [true, false].map((key) => plan(inputOf({ ...rotated, key })).steps[0]);
  expect(one?.changes[0]?.secret).toEqual({ code: 'rotated', names: ['KEY'] });
  expect(other?.changes[0]?.secret).toBeUndefined();
  expect(one?.hash).toBe(other?.hash);
});
