/** A few of the changes of `random-workspaces.prove.ts` and `random-resources.prove.ts`. */
import { test } from 'vitest';
import { expectRefused } from './random/expect-refused.ts';
import { judgedResources, judgedWorkspaces } from './random/judged-changes.ts';

test('each change of a workspace that opens a request is refused', () => {
  expectRefused(judgedWorkspaces, { from: 0, count: 40 });
});

test('each change of an endpoint or a route that opens a request is refused', () => {
  expectRefused(judgedResources, { from: 0, count: 100 });
});
