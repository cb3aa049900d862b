import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommitVerdict, Forge, ForgeAnnotation } from '../../../src/model/forge.ts';
import { githubServer, githubState, refused, repo, type GithubState } from './stand-in/github.ts';
import { openAt } from './stand-in/open.ts';
import type { ForgeServer } from './stand-in/server.ts';

const head = 'a'.repeat(40);
const annotation = (line: number): ForgeAnnotation => ({
  ...{ path: 'resources/a.yaml', line, level: 'warning' },
  ...{ title: 'x'.repeat(300), message: 'y'.repeat(70_000) },
});
const verdict: CommitVerdict = {
  ...{ name: 'edgewright/production', conclusion: 'action-required', title: 'x'.repeat(300) },
  ...{ summary: 'z'.repeat(70_000), annotations: [], url: 'https://example.com/plan' },
};

let state: GithubState;
let server: ForgeServer;
let forge: Forge;

beforeEach(async () => {
  state = githubState();
  server = await githubServer(state);
  ({ forge } = await openAt(server, { kind: 'github', repo }));
});

afterEach(async () => {
  await forge.close();
  await server.close();
  expect(server.problems).toEqual([]);
});

type Output = { readonly annotations: readonly { readonly message: string }[]; readonly summary: string };

test('annotations go in requests of 50, the conclusion and the summary last, all within the limits', async () => {
  const annotations = Array.from({ length: 120 }, (_, index) => annotation(index + 1));
  await forge.report(head, { ...verdict, annotations });
  const outputs = state.checks.map(({ output }) => output as unknown as Output);
  expect(outputs.map((output) => output.annotations.length)).toEqual([50, 50, 20, 0]);
  expect(state.checks.map(({ conclusion }) => conclusion)).toEqual([
    undefined,
    undefined,
    undefined,
    'action_required',
  ]);
  expect(outputs.at(-1)?.summary).toHaveLength(65_535);
  expect(Buffer.byteLength(outputs[0]?.annotations[0]?.message ?? '')).toBeLessThan(64 * 1024);
});

test.each([
  ['success', 'success', 'success'],
  ['neutral', 'neutral', 'success'],
  ['action-required', 'action_required', 'failure'],
] as const)('%s is %s, and as a status %s', async (conclusion, check, status) => {
  await forge.report(head, { ...verdict, conclusion });
  expect(state.checks.at(-1)).toMatchObject({ status: 'completed', conclusion: check });
  server.fault = ({ path }) =>
    path.endsWith('/check-runs') ? refused(403, 'You must authenticate via a GitHub App.') : undefined;
  await forge.report(head, { ...verdict, conclusion });
  expect(state.statuses).toEqual([
    {
      ...{ state: status, context: 'edgewright/production', target_url: 'https://example.com/plan' },
      description: `${'x'.repeat(139)}…`,
    },
  ]);
});
