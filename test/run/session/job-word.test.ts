/** A lock that an earlier CI job left is taken over as the forge says. */
import { describe, expect, test } from 'vitest';
import { gitlabServer, gitlabState } from '../../remote/forge/stand-in/gitlab.ts';
import { githubState, type GithubState } from '../../remote/forge/stand-in/github.ts';
import { onGithub } from '../../remote/forge/stand-in/on-github.ts';
import { playCommand } from '../../scenarios/play-command.ts';
import { onStage } from '../../scenarios/play-scenario.ts';
import { writeFiles } from '../../scenarios/stage-files.ts';
import { askAboutJob } from '../../../src/run/session/forge/job-word.ts';
import { ioThatIsSilent } from '../../docs/silent-io.ts';

const server = 'https://git.example.com';
const lock = {
  ...{ holder: '0123456789abcdef0123456789abcdef', pid: 4711, boot: 'b', started: '1' },
  run: {
    ...{ id: 'a1b2c3d4e5f6', at: '2026-06-01T11:59:00.000Z', verb: 'apply', host: 'runner-7' },
    ci: { url: `${server}/acme/edges/actions/runs/77`, attempt: '2' },
  },
};

const scenario = { title: 'a lock of an earlier job', copy: 'examples/minimal', api: {}, steps: [] };

async function apply(flags: string, state: GithubState): Promise<{ exit: number; stderr: string }> {
  return onStage(scenario, async ({ folder, env }) => {
    await playCommand({ folder, env }, {}, 'ledger init --ledger file');
    writeFiles(folder, { '.edgewright/production/ledger.lock': `${JSON.stringify(lock)}\n` });
    const job = { CI: 'true', GITHUB_SERVER_URL: server, GITHUB_RUN_ID: '78', GITHUB_RUN_ATTEMPT: '1' };
    const run = (ci: Readonly<Record<string, string>>): ReturnType<typeof playCommand> =>
      playCommand({ folder, env: { ...env, ...ci, ...job } }, {}, `apply --yes --ledger file ${flags}`);
    return onGithub(folder, run, state);
  });
}

const ran = (status: string): GithubState => ({
  ...githubState(),
  runs: new Map([['77/attempts/2', status]]),
});

describe.each(['', '--sole-runner'])('apply %s', (flags) => {
  test('takes over the lock of a run that has ended', async () => {
    const { exit, stderr } = await apply(flags, ran('completed'));
    expect(stderr).toMatch(/note: took over the lock of .*, which has ended/);
    expect(exit).toBe(0);
  });

  test.each(['in_progress', 'queued'])('refuses the lock of a run that is %s', async (status) => {
    const { exit, stderr } = await apply(flags, ran(status));
    expect(stderr).toContain('its CI run is still going on');
    expect(exit).toBe(5);
  });
});

test('for a run that GitHub does not know, the flag decides', async () => {
  expect((await apply('', githubState())).stderr).toContain('add `--sole-runner`');
  expect((await apply('--sole-runner', githubState())).exit).toBe(0);
});

test.each([
  ['success', 'ended'],
  ['canceled', 'ended'],
  ['running', 'running'],
  ['canceling', 'running'],
  [undefined, 'unknown'],
])('a job of GitLab that is %s is %s', async (status, word) => {
  const state = gitlabState();
  if (status !== undefined) state.jobs.set('9', status);
  const forge = await gitlabServer(state);
  const env = {
    ...{ GITLAB_CI: 'true', CI_API_V4_URL: forge.url, CI_PROJECT_ID: 'acme/platform/edges' },
    GITLAB_TOKEN: 'gitlab-secret-token',
  };
  const job = { url: 'https://gitlab.com/acme/platform/edges/-/jobs/9', attempt: '9' };
  const io = { ...ioThatIsSilent, env };
  expect(await askAboutJob(io, job)).toBe(word);
  expect(await askAboutJob({ ...io, env: { ...env, GITLAB_TOKEN: '' } }, job)).toBe('unknown');
  expect(await askAboutJob(io, { ...job, attempt: '../9' })).toBe('unknown');
  await forge.close();
  expect(forge.problems).toEqual([]);
});
