/* The examples of every help text, run as printed in a copy of examples/bookshop beside the mock API. */
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { playCommand } from '../scenarios/play-command.ts';
import { onStage } from '../scenarios/play-scenario.ts';
import { runGit } from '../scenarios/stage-git.ts';
import { onGithub } from '../remote/forge/stand-in/on-github.ts';
import { everyCommand, examplesIn, exitCodesIn, helpOf } from './help-of.ts';

/**
 * The first three end when they are interrupted; the others need a lost response (test/scenarios/cases/resolve) and
 * PostgreSQL (test/kills/sharded-apply.prove.ts).
 */
const notRun: ReadonlySet<string> = new Set(['serve', 'dev', 'lsp', 'resolve', 'ledger shards']);

/** These ask the hosts of production: test/run/tests/send has servers for them. */
const asksHosts = / --send\b/;

const examples = new Map(
  (
    await Promise.all(
      ['', ...everyCommand.keys()]
        .filter((name) => !notRun.has(name))
        .map(async (name) => {
          const help = await helpOf(name);
          return examplesIn(help)
            .filter((example) => !asksHosts.test(example))
            .map((example) => [example, exitCodesIn(help)] as const);
        }),
    )
  ).flat(),
);

/** Preparations that an example needs, by a pattern of its command: commands, and changes of the folder. */
const before: readonly (readonly [RegExp, string | ((folder: string) => void)])[] = [
  [/origin\/main|ledger (?:relocate|migrate)|--store git|--with github/, commitAsMain],
  [
    / (?:plan|comment|drift|apply|approve|pull|snapshot|graph|trace|doctor|ledger (?!init|rebuild))\b/,
    'ledger init --env production',
  ],
  [/ (?:snapshot --output|drift$|ledger verify|doctor$)/, 'ledger init --env staging'],
  [/--from git/, 'ledger migrate --from file --to git'],
  [/ledger relocate -C/, moveToTeam],
  [/yesterday\.json/, 'plan --env production --save yesterday.json'],
  [/~\//, (folder) => mkdirSync(path.join(folder, 'home'))],
  [/pull https|ledger show https|ledger forget|approve/, 'apply --env production'],
  [/approve/, removeLogin],
  [/plan\.json/, 'plan --env production --save plan.json'],
  [/baseline prune/, 'baseline create'],
  [/ledger show .* --local/, 'apply --env production --local --fixture fixture.yaml'],
];

/** Examples for a ledger that is lost, or for objects that are gone, which the stage does not have, and their code. */
const refused: readonly (readonly [RegExp, number])[] = [
  [/ledger (?:rename-env|restore)/, 5],
  [/ledger rebuild/, 4],
  [/ledger forget https/, 6],
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
    for (const [pattern, prepare] of before)
      if (pattern.test(example))
        if (typeof prepare === 'string') await playCommand(where, {}, prepare);
        else prepare(folder);
    const command = example.replace(/^edgewright /, '').replace('~', where.env.HOME);
    const play = (more: Readonly<Record<string, string>> = {}): ReturnType<typeof playCommand> =>
      playCommand({ folder, env: { ...where.env, ...more } }, {}, command);
    const { exit, stdout, stderr } = await (needsForge.test(example) ? onGithub(folder, play) : play());
    const said = `${exit}\n${stdout}${stderr}`;
    expect(exit, said).toBe(refused.find(([pattern]) => pattern.test(example))?.[1] ?? 0);
    expect(codes.length === 0 || codes.includes(exit), said).toBe(true);
  });
});

function commitAsMain(folder: string): void {
  for (const command of ['init', 'add .', 'commit -m first', 'update-ref refs/remotes/origin/main HEAD'])
    runGit(folder, command);
  for (const remote of ['origin', 'private']) {
    runGit(folder, `init --bare .git/${remote}`);
    runGit(folder, `remote add ${remote} ${path.join(folder, '.git', remote)}`);
  }
}

function moveToTeam(folder: string): void {
  const names = readdirSync(folder).filter((name) => name !== '.git');
  mkdirSync(path.join(folder, 'teams/shop'), { recursive: true });
  for (const name of names) renameSync(path.join(folder, name), path.join(folder, 'teams/shop', name));
}

/** The account of a customer without its login: a plan refuses it. */
function removeLogin(folder: string): void {
  const file = path.join(folder, 'resources/storefront/account.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('customer-login, ', ''));
}
