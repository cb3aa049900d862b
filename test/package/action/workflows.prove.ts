/* The workflows that `init --with github` writes, played job by job against real repositories and the local API. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import {
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainSetting, writtenFiles } from '../../commands/init/written-files.ts';
import { openCheckout, serveApi, type Checkout, type ServedApi } from './checkout.ts';
import { githubServer, githubState, type GithubState } from '../../remote/forge/stand-in/github.ts';
import type { ForgeServer } from '../../remote/forge/stand-in/server.ts';
import { jobToken, playWorkflow, type Event, type Played } from './workflow-run.ts';

const token = 'the-token-of-the-api';
let api: ServedApi;
let checkout: Checkout;
let artifacts: string;
let forge: Forge;
let github: ForgeServer;
let state: GithubState;
beforeAll(async () => {
  api = await serveApi(token);
  checkout = openCheckout('--with', 'github');
  checkout.seal(write.EDGEWRIGHT_PLAN_KEY);
  artifacts = mkdtempSync(path.join(checkout.runner, 'artifacts-'));
  state = githubState();
  github = await githubServer(state, { token: jobToken });
  forge = await openForge(() => artifacts, github.url);
});
afterAll(async () => {
  forge.server.close();
  await github.close();
  checkout.remove();
  await api.stop();
});

const files = writtenFiles('github', plainSetting);
const reviewed = writtenFiles('github', { ...plainSetting, isReviewed: true });
const workflow = (name: string, from = files): string =>
  from.get(`.github/workflows/edgewright-${name}.yaml`) ?? '';

const read = { EDGEWRIGHT_API_TOKEN: token };
const write = { EDGEWRIGHT_API_TOKEN: token, EDGEWRIGHT_PLAN_KEY: 'a key of at least thirty-two bytes' };

const play = (text: string, event: Event): Promise<ReadonlyMap<string, Played>> =>
  playWorkflow(text, {
    checkout,
    remote: path.join(checkout.folder, '../remote.git'),
    event,
    vars: { EDGEWRIGHT_API_URL: api.url },
    secrets: { 'production-plan': read, 'production-review': write, production: write },
    artifacts,
    env: { GITHUB_API_URL: forge.url },
  });

const pushed: Event = { name: 'push', payload: {}, ref: 'main' };

/** The end of the workflow of a pull request of a fork. */
const afterwards: Event = {
  name: 'workflow_run',
  payload: { workflow_run: { id: 9, event: 'pull_request', head_sha: 'a'.repeat(40), pull_requests: [] } },
  ref: 'main',
};

function pullRequest(repository: string, ref: string): Event {
  const head = { repo: { full_name: repository }, sha: state.head };
  const payload = {
    pull_request: { number: 5, head, user: { login: 'ada' } },
    repository: { default_branch: 'main' },
  };
  return { name: 'pull_request', payload, ref };
}

function results(played: ReadonlyMap<string, Played>): Readonly<Record<string, string>> {
  return Object.fromEntries([...played].map(([id, { result }]) => [id, result]));
}

test('a push to main is applied, and its routes and its snapshot are published', async () => {
  const played = await play(workflow('apply'), pushed);
  expect(results(played), [...played.values()].map(({ log }) => log).join('')).toEqual({
    apply: 'success',
    snapshot: 'success',
  });
  expect(readdirSync(artifacts).sort()).toEqual([
    'edgewright-routes-production',
    'edgewright-snapshot-production',
  ]);
  expect(checkout.remote('branch', '--list')).toContain('edgewright-ledger');
});

test('a pull request of a fork is planned from the snapshot, without a secret, and its plan is published', async () => {
  change('description: The first endpoint under management', 'description: Changed by a fork');
  const played = await play(workflow('pull-request'), pullRequest('stranger/edges', 'change'));
  const { log = '' } = played.get('plan-without-secrets') ?? {};
  expect(results(played), log).toEqual({
    lint: 'success',
    plan: 'skipped',
    'plan-without-secrets': 'success',
  });
  expect(log).toContain('0 to create, 1 to update');
  const plan = readFileSync(path.join(artifacts, 'edgewright-plan-production/plan.json'), 'utf8');
  expect(JSON.parse(plan)).toMatchObject({ plans: [{ summary: { update: 1 } }] });
  expect(plan).not.toContain(token);
});

test('without a snapshot of the default branch the job says which workflow publishes it', async () => {
  forge.owner = 99;
  const played = await play(workflow('pull-request'), pullRequest('stranger/edges', 'change'));
  forge.owner = 42;
  expect(played.get('plan-without-secrets')).toMatchObject({ result: 'failure' });
  expect(played.get('plan-without-secrets')?.log).toContain(
    '::error::main has no snapshot of production yet',
  );
});

test('a plan that is too large, or that is not there, is not commented', async () => {
  forge.size = 5_000_001;
  const played = await play(workflow('comment'), afterwards);
  forge.size = 100;
  expect(played.get('comment')).toMatchObject({ result: 'success' });
  expect(played.get('comment')?.log).toContain('That run has no plan to comment');
});

test('the plan of a fork is commented by the trusted workflow, which has checked nothing out', async () => {
  const played = await play(workflow('comment'), afterwards);
  expect(played.get('comment'), played.get('comment')?.log).toMatchObject({ result: 'success' });
  expect(state.comments).toHaveLength(1);
  expect(state.comments[0]?.body).toContain('0 to create, 1 to update');
  expect(github.problems).toEqual([]);
});

test('a file that is not a plan is not commented', async () => {
  const file = path.join(artifacts, 'edgewright-plan-production/plan.json');
  const plan = readFileSync(file, 'utf8');
  writeFileSync(file, plan.replace('"create": 0', '"create": 7'));
  const played = await play(workflow('comment'), afterwards);
  writeFileSync(file, plan);
  expect(played.get('comment')).toMatchObject({ result: 'failure' });
  expect(state.comments).toHaveLength(1);
});

test('a pull request of the repository is planned with the credential that can read, and commented once', async () => {
  state.comments.length = 0;
  for (const _time of [1, 2]) {
    const played = await play(workflow('pull-request'), pullRequest('acme/edges', 'change'));
    expect(results(played), played.get('plan')?.log).toEqual({
      lint: 'success',
      plan: 'success',
      'plan-without-secrets': 'skipped',
    });
  }
  expect(state.comments).toHaveLength(1);
  expect(state.checks.length + state.statuses.length).toBeGreaterThan(0);
});

test('the reviewed apply applies the plan that was saved, and nothing when there is none', async () => {
  checkout.git('push', '-q', 'origin', 'change:main');
  const played = await play(workflow('apply', reviewed), pushed);
  const log = [...played.values()].map((each) => each.log).join('');
  expect(results(played), log).toEqual({
    'plan-production': 'success',
    'apply-production': 'success',
    snapshot: 'success',
  });
  expect(played.get('apply-production')?.log).toContain('Applied: 1 updated');
  const again = await play(workflow('apply', reviewed), pushed);
  expect(results(again)).toMatchObject({ 'plan-production': 'success', 'apply-production': 'skipped' });
});

/** Commits a change of the resource on the branch `change` of the remote. */
function change(from: string, to: string): void {
  const file = path.join(checkout.folder, 'resources/hello.yaml');
  checkout.git('checkout', '-q', '-B', 'change', 'origin/main');
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  checkout.git('commit', '-qam', 'change');
  checkout.git('push', '-qf', 'origin', 'change');
}

interface Forge {
  readonly server: Server;
  readonly url: string;
  /** The id of the repository whose runs have made the artifacts. */
  owner: number;
  /** The size that is claimed. */
  size: number;
}

/** The part of GitHub's API that the scripts use: artifacts, by name or by run, and their archives. */
async function openForge(folder: () => string, others: string): Promise<Forge> {
  const site: { owner: number; size: number } = { owner: 42, size: 100 };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://forge');
    const name = url.searchParams.get('name') ?? '';
    if (request.headers.authorization !== `Bearer ${jobToken}`) return void response.writeHead(401).end();
    if (!/\/actions\/(?:artifacts|runs\/\d+\/artifacts)/.test(url.pathname)) {
      forward(others, request, response);
      return;
    }
    if (url.pathname.endsWith('/zip')) {
      const [, id = ''] = /artifacts\/(\d+)\/zip$/.exec(url.pathname) ?? [];
      return void response.end(zipOf(path.join(folder(), readdirSync(folder()).sort()[Number(id)] ?? '')));
    }
    const index = readdirSync(folder()).sort().indexOf(name);
    const newest = {
      id: index,
      name,
      expired: false,
      size_in_bytes: site.size,
      created_at: '2026-01-02T00:00:00Z',
      workflow_run: { head_branch: 'main', head_repository_id: site.owner },
    };
    // A fork has published one of the same name, later.
    const foreign = {
      ...newest,
      id: 77,
      created_at: '2026-01-03T00:00:00Z',
      workflow_run: { head_branch: 'main', head_repository_id: 7 },
    };
    const isRun = url.pathname.includes('/runs/');
    const artifacts = index < 0 ? [] : isRun ? [newest] : [newest, foreign];
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ artifacts }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(site, { server, url: `http://127.0.0.1:${port}` });
}

/** To the strict stand-in, which has all the other operations. */
function forward(others: string, request: IncomingMessage, response: ServerResponse): void {
  const { method = '', url = '', headers } = request;
  request.pipe(
    send(others + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }),
  );
}

function zipOf(folder: string): Buffer {
  mkdirSync(folder, { recursive: true });
  return execFileSync('zip', ['-q', '-r', '-', '.'], { cwd: folder });
}
