/** `drift --issue` through the front door, on a stand-in of GitHub beside the mock API. */
import { expect, test } from 'vitest';
import { keepDriftIssues } from '../../../src/commands/drift/drift-issues.ts';
import { markerLine, type CommentKey } from '../../../src/remote/forge/comment-identity.ts';
import { ioThatIsSilent } from '../../docs/silent-io.ts';
import { fakeClock } from '../../remote/forge/stand-in/clock.ts';
import {
  githubServer,
  githubState,
  refused,
  repo,
  type GithubState,
} from '../../remote/forge/stand-in/github.ts';
import { onGithub } from '../../remote/forge/stand-in/on-github.ts';
import { playCommand, type Played } from '../../scenarios/play-command.ts';
import { onStage } from '../../scenarios/play-scenario.ts';

const scenario = {
  title: 'an endpoint',
  copy: 'examples/minimal',
  files: {
    'resources/hello.yaml':
      'kind: endpoint\nname: hello\nspec: { url: https://hello.example.com, description: declared, traffic_policy: \'{"on_http_request":[{"actions":[{"type":"deny"}]}]}\' }\n',
  },
  api: {},
  steps: [],
};

interface World {
  readonly state: GithubState;
  readonly drift: (flags?: string, env?: Readonly<Record<string, string>>) => Promise<Played>;
  /** Changes the description of the endpoint outside Edgewright. */
  readonly change: (description: string) => Promise<void>;
}

async function onSchedule(act: (world: World) => Promise<void>): Promise<void> {
  const state = githubState();
  await onStage(scenario, async ({ folder, env, api }) => {
    const run = (command: string, more: Readonly<Record<string, string>> = {}): Promise<Played> =>
      playCommand({ folder, env: { ...env, ...more } }, {}, command);
    await run('ledger init');
    await run('apply --yes');
    const change = async (description: string): Promise<void> => {
      const base = `${api?.url ?? ''}/endpoints`;
      const { endpoints } = (await (await fetch(base, { headers })).json()) as {
        readonly endpoints: readonly { readonly id: string }[];
      };
      const body = JSON.stringify({ description });
      await fetch(`${base}/${endpoints[0]?.id ?? ''}`, { method: 'PATCH', headers, body });
    };
    const headers = {
      authorization: `Bearer ${env['EDGEWRIGHT_API_TOKEN'] ?? ''}`,
      'content-type': 'application/json',
    };
    await onGithub(
      folder,
      (ci) =>
        act({
          ...{ state, change },
          drift: (flags = '--issue', more = {}) => run(`drift ${flags}`, { ...ci, ...more }),
        }),
      state,
    );
  });
}

const page = 'https://github.com/acme/edges/issues/100';

test('opens one issue, leaves it, updates it, and closes it', async () => {
  await onSchedule(async ({ drift, change, state }) => {
    expect(await drift()).toMatchObject({ exit: 0, stderr: '' });
    expect(state.issues).toEqual([]);

    await change('by hand');
    expect(await drift()).toMatchObject({ exit: 2, stderr: `note: production: issue opened: ${page}\n` });
    expect(state.issues).toMatchObject([{ number: 100, title: 'Drift in production', state: 'open' }]);
    expect(state.issues[0]?.body).toContain('Drift of production: 1 of 1 object drifted');
    expect(state.issues[0]?.body).toContain('by hand');

    expect((await drift()).stderr).toBe(`note: production: issue is up to date: ${page}\n`);
    await change('by hand again');
    expect((await drift()).stderr).toBe(`note: production: issue updated: ${page}\n`);
    expect(state.issues[0]?.body).toContain('by hand again');

    await change('declared');
    const after = await drift();
    expect(after).toMatchObject({ exit: 0, stderr: `note: production: issue closed: ${page}\n` });
    expect(state.issues).toMatchObject([
      { state: 'closed', body: expect.stringContaining('No drift') as unknown },
    ]);
  });
});

test('of several of ours the newest is kept; a forged one and a pull request are left alone', async () => {
  await onSchedule(async ({ drift, change, state }) => {
    await change('by hand');
    await drift();
    const body = state.issues[0]?.body ?? '';
    const issue = { title: 'x', body, login: 'robot', state: 'open', isPull: false } as const;
    state.issues.push({ ...issue, number: 101 });
    state.issues.push({ ...issue, number: 102, login: 'mallory' });
    state.issues.push({ ...issue, number: 103, isPull: true });
    await drift();
    expect(state.issues.map(({ number, state: is }) => `${number} ${is}`)).toEqual([
      '100 closed',
      '101 open',
      '102 open',
      '103 open',
    ]);
  });
});

test('a refusal is a warning, and the exit code is that of the drift', async () => {
  await onSchedule(async ({ drift, change, state }) => {
    await change('by hand');
    state.isReadOnly = true;
    const { exit, stdout, stderr } = await drift();
    expect(exit).toBe(2);
    expect(stdout).toContain('1 of 1 object drifted');
    expect(stderr).toMatch(
      /^warning: the issue about drift was not kept up to date: production: .*returned 403/,
    );
    expect((await drift('--issue', { GITHUB_TOKEN: '' })).stderr).toContain('no token of the forge is set');
  });
});

test('an environment whose issue is refused does not keep the others from theirs', async () => {
  const state = githubState();
  const key = (name: string): CommentKey => ({
    ...{ about: 'drift', lineage: 'one', environments: [name], label: '' },
  });
  const issue = { title: 'x', login: 'robot', state: 'open', isPull: false } as const;
  state.issues.push({ ...issue, number: 1, body: markerLine(key('a')) });
  state.issues.push({ ...issue, number: 2, body: markerLine(key('b')) });
  const server = await githubServer(state);
  server.fault = ({ path }) => (path.endsWith('/issues/1') ? refused(403) : undefined);
  const said: string[] = [];
  const env = { GITHUB_TOKEN: 'github-secret-token' };
  const io = { ...ioThatIsSilent, env, clock: fakeClock(), stderr: (text: string) => void said.push(text) };
  const place = { kind: 'github', repo, apiUrl: server.url, workflowLogin: '', isOwnCi: true } as const;
  const none = { lineage: 'one', serial: 1, objects: 1, untouched: 1, settled: 0, steps: [], notes: [] };
  const api = 'https://api.example.com';
  await keepDriftIssues(
    io,
    place,
    ['a', 'b'].map((environment) => ({ api, drift: { ...none, environment } })),
  );
  await server.close();
  expect(said).toEqual([
    expect.stringMatching(/^warning: the issue about drift was not kept up to date: a: .*returned 403/),
    expect.stringMatching(/^note: b: issue closed/),
  ]);
});

test('a reading that is refused closes nothing', async () => {
  await onSchedule(async ({ drift, change, state }) => {
    await change('by hand');
    await drift();
    const failed = await drift('--issue', { EDGEWRIGHT_API_URL: 'http://127.0.0.1:1' });
    expect(failed.exit).toBe(5);
    expect(state.issues).toMatchObject([{ state: 'open' }]);
  });
});

test('the options of the forge require --issue', async () => {
  await onSchedule(async ({ drift }) => {
    expect(await drift('--repo a/b')).toMatchObject({
      exit: 64,
      stderr: expect.stringContaining('--repo requires --issue') as unknown,
    });
  });
});

test('the marker of an issue is not that of a comment', () => {
  const key = { lineage: 'one', environments: ['production'], label: '' };
  expect(markerLine({ about: 'drift', ...key })).not.toBe(markerLine({ about: 'plan', ...key }));
});
