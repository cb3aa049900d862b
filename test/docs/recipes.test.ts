/*
 * The recipes of docs/recipes: each is played as it is printed, in a folder of its own. Where a page ends, its
 * workspace lints clean, its tests of requests pass, it is applied to the local API, and the plan after that is
 * empty. `npm run record test/docs/recipes.test.ts` writes what the commands print now into the pages.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf } from './markdown.ts';
import { recipes, repository } from './page.ts';
import { expectPage } from './guides/expect-page.ts';
import { runLine, type Shell } from './guides/guide-shell.ts';

describe.each(recipes)('%s', (name) => {
  test('does what it says, and ends in a workspace that is applied', () => expectPage(name, expectApplied));

  test('begins with the settings, and ends with its test of requests', () => {
    const blocks = blocksOf(readFileSync(path.join(repository, name), 'utf8'));
    const files = blocks.flatMap(({ text }) => /^# (\S+\.yaml)\n/.exec(text)?.slice(1) ?? []);
    expect(files[0]).toBe('edgewright.yaml');
    expect(files.at(-1)).toMatch(/^tests\//);
    expect(blocks.at(-1)?.text).toMatch(/^\$ edgewright test --all\n/);
  });
});

async function expectApplied(shell: Shell): Promise<void> {
  const environments = readdirSync(path.join(shell.cwd, 'environments')).map((file) => path.parse(file).name);
  const applies = environments.map((environment) => `edgewright apply --local --yes --env ${environment}`);
  const commands = ['edgewright lint', 'edgewright test', ...applies, 'edgewright plan --local'];
  const said: string[] = [];
  for (const command of commands) {
    const { exit, output } = await runLine(shell, command);
    expect({ command, exit, output }).toMatchObject({ exit: 0 });
    said.push(output);
  }
  expect(said[0]).toMatch(/^no problems in \d+ files\n$/);
  expect(said[1]).toMatch(/^Tests: [1-9]\d* ok, 0 failed, 0 undecided/m);
  expect(said.at(-1)?.match(/^No changes: live matches the files\.$/gm)).toHaveLength(environments.length);
}
