/* Annotations of a check run need paths from the top of the repository. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runAction } from '../../../src/package/action/run-action.ts';

/** The words of the `comment` that a step runs, in a repository with a workspace in infra/edges. */
async function commentWordsOf(inputs: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const top = mkdtempSync(path.join(tmpdir(), 'edgewright-folder-'));
  mkdirSync(path.join(top, '.git'));
  mkdirSync(path.join(top, 'infra/edges/resources'), { recursive: true });
  writeFileSync(path.join(top, 'infra/edges/edgewright.yaml'), 'version: 1\n');
  const ran: (readonly string[])[] = [];
  const given = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  try {
    await runAction({
      env: { ...(Object.fromEntries(given) as Record<string, string>), RUNNER_TEMP: top },
      cwd: top,
      stdout: () => undefined,
      random: () => '0',
      run: (words) => {
        ran.push(words);
        if (words[0] === 'plan')
          writeFileSync(path.join(top, 'edgewright-0/result.json'), '{"digest":"d","plans":[]}');
        return Promise.resolve({ exitCode: 0, stdout: '' });
      },
    });
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
  return ran.find(([verb]) => verb === 'comment') ?? [];
}

const plan = { mode: 'plan', snapshot: 'live.json', comment: 'true', status: 'true' };

test.each([
  [{ ...plan, workspace: 'infra/edges' }],
  [{ ...plan, 'working-directory': 'infra/edges' }],
  [{ ...plan, 'working-directory': 'infra', workspace: './edges/resources' }],
  [{ mode: 'comment', plan: 'plan.json', workspace: 'infra/edges' }],
])('%j: comment is told the folder', async (inputs) => {
  expect((await commentWordsOf(inputs)).filter((word) => word.startsWith('--folder'))).toEqual([
    expect.stringMatching(/^--folder=infra\/edges\/?$/),
  ]);
});

test('a plan that was made elsewhere, of a workspace at the top, needs no folder', async () => {
  expect(await commentWordsOf({ mode: 'comment', plan: 'plan.json' })).toEqual([
    'comment',
    '--',
    'plan.json',
  ]);
});
