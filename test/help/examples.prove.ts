/* The examples of every help text, run as printed in a copy of examples/bookshop beside the mock API. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { playCommand } from '../scenarios/play-command.ts';
import { onStage } from '../scenarios/play-scenario.ts';
import { runGit } from '../scenarios/stage-git.ts';
import { onGithub } from '../remote/forge/stand-in/on-github.ts';
import { everyCommand, examplesIn, exitCodesIn, helpOf } from './help-of.ts';

/**
 * The first two end when they are interrupted; the others need a lost response (test/scenarios/cases/resolve) and
 * PostgreSQL (test/kills/sharded-apply.prove.ts).
 */
const notRun: ReadonlySet<string> = new Set(['serve', 'lsp', 'resolve', 'ledger shards']);

const examples = new Map(
  (
    await Promise.all(
      ['', ...everyCommand.keys()]
        .filter((name) => !notRun.has(name))
        .map(async (name) => {
          const help = await helpOf(name);
          return examplesIn(help).map((example) => [example, exitCodesIn(help)] as const);
        }),
    )
  ).flat(),
);

/** Preparations that an example needs, by a pattern of its command. */
const before: readonly (readonly [RegExp, string])[] = [
  [
    / (?:plan|comment|drift|apply|pull|snapshot|graph|trace|doctor|ledger (?!init|rebuild))\b/,
    'ledger init --env production',
  ],
  [/yesterday\.json/, 'plan --env production --save yesterday.json'],
  [/plan\.json/, 'plan --env production --save plan.json'],
  [/baseline prune/, 'baseline create'],
  [/pull https|ledger show https|ledger forget/, 'apply --env production'],
  [/ledger show .* --local/, 'apply --env production --local --fixture fixture.yaml'],
];

/** These write to a forge: here a stand-in of GitHub. */
const needsForge = / comment\b/;

const secrets = ['ACCOUNT_OIDC', 'ADMIN_GITHUB_APP', 'HOOKS_GITHUB', 'HOOKS_SLACK', 'HOOKS_STRIPE'];
const scenario = {
  title: 'a workspace with all that the examples name',
  copy: 'examples/bookshop',
  files: { 'routes.txt': '' },
  api: { fixture: 'fixture.yaml' },
  env: {
    EDGEWRIGHT_PLAN_KEY: '5eed'.repeat(16),
    ...Object.fromEntries(
      [...secrets, 'RECOMMENDATIONS_KEY'].map((name) => [`EDGEWRIGHT_SECRET_${name}`, `${name}-of-a-test`]),
    ),
  },
  steps: [],
};

test.each([...examples])('%s', async (example, codes) => {
  await onStage(scenario, async ({ folder, env }) => {
    const where = { folder, env: { ...env, HOME: path.join(folder, 'home') } };
    if (example.includes('origin/main')) commitAsMain(folder);
    for (const [pattern, command] of before) if (pattern.test(example)) await playCommand(where, {}, command);
    const play = (more: Readonly<Record<string, string>> = {}): ReturnType<typeof playCommand> =>
      playCommand({ folder, env: { ...where.env, ...more } }, {}, example.replace(/^edgewright /, ''));
    const { exit, stdout, stderr } = await (needsForge.test(example) ? onGithub(folder, play) : play());
    const said = `${exit}\n${stdout}${stderr}`;
    expect(codes.length === 0 || codes.includes(exit), said).toBe(true);
    expect([64, 70], said).not.toContain(exit);
  });
});

function commitAsMain(folder: string): void {
  for (const command of ['init', 'add .', 'commit -m first', 'update-ref refs/remotes/origin/main HEAD'])
    runGit(folder, command);
}
