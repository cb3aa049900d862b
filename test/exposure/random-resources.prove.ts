import { test } from 'vitest';
import { expectRefused, seedsOf } from './random/expect-refused.ts';
import { judgedResources } from './random/judged-changes.ts';

test('each change of an endpoint or a route that opens a request is refused', { timeout: 3_600_000 }, () => {
  expectRefused(judgedResources, seedsOf(3));
});
