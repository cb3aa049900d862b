import { test } from 'vitest';
import { expectRefused, seedsOf } from './random/expect-refused.ts';
import { judgedWorkspaces } from './random/judged-changes.ts';

test('each change of a workspace that opens a request is refused', { timeout: 3_600_000 }, () => {
  expectRefused(judgedWorkspaces, seedsOf(1));
});
