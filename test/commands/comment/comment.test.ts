/** `comment` through the front door, on a stand-in of GitHub beside the mock API. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { playCommand, type Played } from '../../scenarios/play-command.ts';
import { onStage } from '../../scenarios/play-scenario.ts';
import { runGit } from '../../scenarios/stage-git.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { githubState, type GithubState } from '../../remote/forge/stand-in/github.ts';
import { onGithub } from '../../remote/forge/stand-in/on-github.ts';

const route = (name: string, more = ''): string =>
  `kind: https-route\nname: ${name}\nspec: { edge_id: https-edge/main, match_type: path_prefix, match: /${name}, backend: { backend_id: backend/shop }${more} }\n`;

const scenario: Scenario = {
  title: 'a workspace with one route',
  files: {
    'edgewright.yaml': 'version: 1\nledger: { store: file, lineage: of-a-test }\nmarker: false\n',
    'environments/production.yaml':
      'ids: { https-edge/main: edghts_2aPzMain, backend/shop: bkdhr_2aPzShop }\n',
    'resources/docs.yaml': route('docs'),
  },
  api: {},
  steps: [],
};

interface World {
  readonly run: (command: string, env?: Readonly<Record<string, string>>) => Promise<Played>;
  readonly state: GithubState;
  readonly git: (command: string) => void;
  /** A file of the workspace. */
  readonly read: (file: string) => string;
}

/** Runs as a job of pull request 5, after `ledger init`. */
async function inPullRequest(act: (world: World) => Promise<void>, state = githubState()): Promise<void> {
  await onStage(scenario, async ({ folder, env }) => {
    await playCommand({ folder, env }, {}, 'ledger init --env production');
    await onGithub(
      folder,
      (ci) =>
        act({
          state,
          git: (command) => runGit(folder, command),
          read: (file) => readFileSync(path.join(folder, file), 'utf8'),
          run: (command, more = {}) => playCommand({ folder, env: { ...env, ...ci, ...more } }, {}, command),
        }),
      state,
    );
  });
}

const page = 'https://github.com/acme/edges/pull/5#issuecomment-100';

test('creates a comment, leaves it, and says where it is', async () => {
  await inPullRequest(async ({ run, state }) => {
    expect(await run('comment')).toMatchObject({ exit: 0, stdout: `Comment created: ${page}\n`, stderr: '' });
    expect(await run('comment')).toMatchObject({ exit: 0, stdout: `Comment is up to date: ${page}\n` });
    const body = state.comments[0]?.body ?? '';
    expect(body).toMatch(
      /^<!-- edgewright \{.*"lineage":"of-a-test","environments":\["production"\].*\} -->\n## Plan/,
    );
    expect(body).toContain('1 to create');
    expect(body).toContain('"commit":"aaaaaaaaaa');
  });
});

test('a plan without changes updates the comment, and creates none', async () => {
  await inPullRequest(async ({ run, state }) => {
    await run('comment');
    await run('apply --yes');
    expect((await run('comment')).stdout).toBe(`Comment updated: ${page}\n`);
    expect(state.comments[0]?.body).toContain('0 to create, 0 to update, 0 to delete');
    state.comments.splice(0);
    expect((await run('comment')).stdout).toBe('No comment: the plan has no changes in this PR.\n');
  });
});

test('a plan with nothing in this PR creates no comment, and says so', async () => {
  await inPullRequest(async ({ run, git, state }) => {
    for (const command of ['init', 'add .', 'commit -m first']) git(command);
    const { stdout } = await run('comment --base HEAD');
    expect(stdout).toBe('No comment: the plan has no changes in this PR.\n');
    expect(state.comments).toEqual([]);
  });
});

test('the comment fits --max-size with its marker, and the limit of GitHub', async () => {
  await inPullRequest(async ({ run, state }) => {
    await run('comment --max-size 2200');
    expect(state.comments[0]?.body.length).toBeLessThanOrEqual(2200);
  });
});

describe('without the right to write', () => {
  const readOnly = (): GithubState => ({ ...githubState(), isReadOnly: true });

  test('the plan is in the log, with one warning and its own exit code', async () => {
    await inPullRequest(async ({ run, read, state }) => {
      const summary = { GITHUB_STEP_SUMMARY: 'summary.md' };
      const { exit, stdout, stderr } = await run('comment --status --labels', summary);
      expect(read('summary.md')).toMatch(/^## Plan for production: 1 to create/);
      expect({ exit, stderr }).toMatchObject({
        exit: 0,
        stderr: expect.stringMatching(
          /^warning: the plan was not posted in full: .*returned 403 .*pull_requests=write.*\n$/,
        ) as unknown,
      });
      expect(stdout).toMatch(/^Plan for production: 1 to create/);
      expect(state.comments).toEqual([]);
    }, readOnly());
  });

  test('--required makes it fail', async () => {
    await inPullRequest(async ({ run }) => {
      const { exit, stderr } = await run('comment --required');
      expect(exit).toBe(77);
      expect(stderr).toMatch(/^error: the plan was not posted in full/);
    }, readOnly());
  });

  test('so is a missing token', async () => {
    await inPullRequest(async ({ run }) => {
      const { exit, stderr } = await run('comment', { GITHUB_TOKEN: '' });
      expect(exit).toBe(0);
      expect(stderr).toBe(
        'warning: the plan was not posted in full: no token of the forge is set (EDGEWRIGHT_FORGE_TOKEN, GITHUB_TOKEN, GH_TOKEN)\n',
      );
    });
  });
});

test('a run for an older commit says so and writes nothing', async () => {
  await inPullRequest(async ({ run, state }) => {
    state.head = 'b'.repeat(40);
    expect((await run('comment')).stdout).toBe(
      'No comment: the pull request has the newer commit bbbbbbbbbbbb.\n',
    );
    await run('comment --labels');
    expect([...state.pullLabels]).toEqual([]);
    expect((await run(`comment --commit ${state.head}`)).stdout).toContain('Comment created');
  });
});

test('--dry-run prints the requests without the token, and sends none', async () => {
  await inPullRequest(async ({ run, state }) => {
    const { exit, stdout } = await run('comment --status --labels --dry-run');
    expect(exit).toBe(0);
    const lines = stdout.split('\n').filter((line) => /^[A-Z]+ http/.test(line));
    expect(lines.map((line) => line.replace(/http:\/\/127.0.0.1:\d+/, ''))).toEqual([
      'POST /repos/acme/edges/issues/5/comments',
      'POST /repos/acme/edges/labels',
      'POST /repos/acme/edges/issues/5/labels',
      'POST /repos/acme/edges/check-runs',
      'PATCH /repos/acme/edges/check-runs/0',
    ]);
    expect(stdout).not.toContain('github-secret-token');
    expect(state.comments).toEqual([]);
  });
});

test('--status writes a check run with annotations first and the conclusion last', async () => {
  await inPullRequest(async ({ run, state }) => {
    await run('comment --status');
    expect(state.checks).toMatchObject([
      {
        name: 'edgewright/production',
        head_sha: state.head,
        status: 'in_progress',
        output: {
          annotations: [
            {
              path: 'resources/docs.yaml',
              start_line: 2,
              annotation_level: 'notice',
              title: 'production: create https-route/docs',
            },
          ],
        },
      },
      {
        status: 'completed',
        conclusion: 'success',
        output: { title: expect.stringMatching(/^Plan for/) as unknown },
      },
    ]);
  });
});

test('--labels gives the verdict of each environment, and takes away the former one', async () => {
  await inPullRequest(async ({ run, state }) => {
    await run('comment --labels');
    expect([...state.pullLabels]).toEqual(['production: changes']);
    await run('apply --yes');
    await run('comment --labels');
    expect([...state.pullLabels]).toEqual(['production: no changes']);
    expect([...state.labels]).toEqual(['production: changes', 'production: no changes']);
  });
});

test('--label keeps a comment of its own', async () => {
  await inPullRequest(async ({ run, state }) => {
    await run('comment');
    await run('comment --label eu');
    expect(state.comments).toHaveLength(2);
  });
});

test('a workflow_run finds the open pull request of its commit; a merge queue has none', async () => {
  await inPullRequest(async ({ run, state }) => {
    const event = { GITHUB_EVENT_NAME: 'workflow_run', GITHUB_EVENT_PATH: 'run.json' };
    expect((await run(`comment --commit ${state.head}`, event)).stdout).toContain('Comment created');
    const queue = { ...event, GITHUB_EVENT_NAME: 'merge_group' };
    const { exit, stdout, stderr } = await run(`comment --status --commit ${state.head}`, queue);
    expect({ exit, stdout, stderr }).toEqual({
      ...{
        exit: 0,
        stdout: '',
        stderr: 'note: a merge queue has no pull request, so no comment is posted\n',
      },
    });
    expect(state.checks).toHaveLength(2);
    expect((await run(`comment --commit ${'c'.repeat(40)}`, event)).stderr).toContain(
      'no open pull request has',
    );
  });
});

test.each([
  [
    { GITHUB_EVENT_NAME: 'push', GITHUB_EVENT_PATH: '/dev/null' },
    'comment',
    'this run belongs to no pull request',
  ],
  [{}, 'comment --pull-request ../7', '`../7` is not a valid pull request number'],
  [{}, 'comment --repo ../..', '`../..` is not a valid repository name'],
  [{}, 'comment --api-url http://git.example.com/api/v1', 'without encryption'],
  [
    { GITHUB_ACTIONS: '', GITHUB_REPOSITORY: '' },
    'comment',
    'this is not a job of GitHub, GitLab, Gitea or Forgejo',
  ],
  [{ GITHUB_ACTIONS: '', GITHUB_REPOSITORY: '', TF_BUILD: 'True' }, 'comment', '--max-size 150000'],
  [
    {},
    'comment --forge gitea --repo a/b --pull-request 1',
    'the API URL of the Gitea or Forgejo instance is not known',
  ],
])('%j %s', async (env, command, message) => {
  await inPullRequest(async ({ run }) => {
    const { exit, stderr } = await run(command, env);
    expect(stderr).toContain(message);
    expect(exit).toBe(64);
  });
});

describe('a plan from a file', () => {
  test('is posted as not verified, without the API', async () => {
    await inPullRequest(async ({ run, state }) => {
      await run('plan --format json=plan.json');
      const nothing = { EDGEWRIGHT_API_URL: '' };
      expect(await run('comment plan.json', nothing)).toMatchObject({
        exit: 0,
        stdout: `Comment created: ${page}\n`,
      });
      expect(state.comments[0]?.body).not.toContain('not verified');
      const after = { GITHUB_EVENT_NAME: 'workflow_run' };
      const place = `--commit ${state.head} --pull-request 5`;
      const said = await run(`comment plan.json --status --labels ${place}`, { ...nothing, ...after });
      expect(said.stderr).toContain('warning: no status and no label is set');
      expect([state.checks, state.statuses, [...state.pullLabels]]).toEqual([[], [], []]);
      expect(state.comments[0]?.body).toContain('Made by a job of the pull request; not verified.');
    });
  });

  test('replaces the comment of the same environment that was planned here', async () => {
    await inPullRequest(async ({ run, state }) => {
      await run('comment');
      await run('plan --save plan.json');
      expect((await run('comment plan.json')).stdout).toBe(`Comment updated: ${page}\n`);
      expect(state.comments).toHaveLength(1);
    });
  });

  test('takes no options of a plan, and refuses a file that is none', async () => {
    await inPullRequest(async ({ run }) => {
      await run('plan --format json=plan.json');
      const mixed = await run('comment plan.json --env production');
      expect(mixed).toMatchObject({
        exit: 64,
        stderr: expect.stringContaining('--env cannot be used with a plan that is made already') as unknown,
      });
      expect((await run('comment edgewright.yaml')).exit).toBe(64);
    });
  });

  test('that the branch brought along is not posted', async () => {
    await inPullRequest(async ({ run, state, git }) => {
      const refused = async (why: RegExp): Promise<void> => {
        const { exit, stderr, stdout } = await run('comment plan.json');
        expect({ exit, stdout }).toEqual({ exit: 5, stdout: '' });
        expect(stderr).toMatch(why);
        expect(stderr).toContain('Nothing was posted');
        expect(state.comments).toHaveLength(0);
      };
      await run('plan --format json=plan.json');
      git('init -q');
      git('add -f .');
      git('commit -q -m one');
      await refused(
        /`plan\.json` was not made by this job: it names no commit, and [0-9a-f]{12} is checked out/,
      );
      await run('plan --format json=plan.json');
      git('commit -q -a -m two');
      await refused(/it is of commit [0-9a-f]{12}, and [0-9a-f]{12} is checked out/);
      await run('plan --save plan.json');
      await refused(/it is a file of the repository/);
      git('commit -q -a -m three');
      await refused(/it is a file of the repository/);
      await run('plan --format json=plan.json');
      expect((await run('comment plan.json')).stdout).toBe(`Comment created: ${page}\n`);
      await run('plan --save own.json');
      expect((await run('comment own.json')).stdout).toBe(`Comment updated: ${page}\n`);
    });
  });

  test('--folder leads the paths of annotations', async () => {
    await inPullRequest(async ({ run, state }) => {
      await run('plan --format json=plan.json');
      await run('comment plan.json --status --folder ./edges/');
      expect(JSON.stringify(state.checks[0])).toContain('"path":"edges/resources/docs.yaml"');
      expect(state.checks[0]).toMatchObject({ name: 'edgewright/edges/production' });
      expect((await run('comment plan.json --folder ../x')).exit).not.toBe(0);
      await run('comment plan.json --labels --label eu --folder edges');
      expect([...state.pullLabels]).toEqual(['edges/eu/production: changes']);
    });
  });
});
