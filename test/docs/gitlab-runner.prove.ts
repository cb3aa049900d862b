/*
 * The jobs for GitLab that `init` writes, run as pipelines by a runner that is not ours, with the ledger in each store.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../src/server/start-server.ts';
import { postgresPrograms, startPostgres, type PostgresServer } from '../ledger/postgres/postgres-server.ts';
import { gitlabServer, gitlabState } from '../remote/forge/stand-in/gitlab.ts';
import type { ForgeServer } from '../remote/forge/stand-in/server.ts';
import { violationsOf } from '../report/findings/violations.ts';
import { listening, type Listening } from '../shipped/network.ts';
import { openGitlab, place, type Gitlab, type GitlabHost, type Pipeline } from './gitlab-runner.ts';

const planKey = 'a key of plans, of thirty-two bytes';
const lacksRsync = !hasRsync();

let folder: string;
let host: GitlabHost;
beforeAll(async () => {
  if (lacksRsync) return;
  folder = mkdtempSync(path.join(tmpdir(), 'edgewright-gitlab-'));
  host = await openGitlab(folder);
}, 120_000);
afterAll(async () => {
  if (lacksRsync) return;
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

for (const store of ['git', 'postgres', 'file'] as const) {
  const lacks = lacksRsync
    ? ' (skipped: rsync is not installed)'
    : store === 'postgres' && postgresPrograms === undefined
      ? ' (skipped: PostgreSQL is not installed)'
      : '';
  describe.skipIf(lacks !== '')(`the ledger in ${store}${lacks}`, () => {
    const state = gitlabState();
    let api: Awaited<ReturnType<typeof startServer>>;
    let front: Front;
    let forge: ForgeServer;
    let database: PostgresServer | undefined;
    let project: Gitlab;
    let begun: string;

    beforeAll(async () => {
      api = await startServer({ store: 'memory', token: 'write' });
      front = await readingFront(api.url);
      forge = await gitlabServer(state);
      database = store === 'postgres' ? await startPostgres() : undefined;
      project = host.project(store, {
        EDGEWRIGHT_API_URL: { '*': front.url },
        EDGEWRIGHT_API_TOKEN: { production: 'write', 'production-plan': 'read' },
        EDGEWRIGHT_PLAN_KEY: { production: planKey },
        EDGEWRIGHT_FORGE_TOKEN: { 'production-plan': 'gitlab-secret-token' },
        ...(database === undefined
          ? { LEDGER_TOKEN: { production: 'ledger-token' } }
          : {
              EDGEWRIGHT_POSTGRES_URL: {
                production: database.url(),
                'production-plan': database.url({ role: 'edgewright_plan', password: 'reads' }),
              },
            }),
      });
      begun = begin(project, store, database);
    }, 120_000);
    afterAll(async () => {
      await database?.remove();
      await forge.close();
      await front.close();
      await api.close();
    });

    const atForge = () => ({ CI_API_V4_URL: forge.url, CI_PROJECT_ID: place });
    const onRequest = (of: string): Promise<Pipeline> => {
      state.head = project.git('rev-parse', 'HEAD');
      return project.pipeline('merge_request_event', {
        ...atForge(),
        CI_MERGE_REQUEST_IID: '5',
        CI_MERGE_REQUEST_PROJECT_ID: place,
        CI_MERGE_REQUEST_SOURCE_PROJECT_ID: of,
        CI_MERGE_REQUEST_PROJECT_URL: host.url,
        CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
      });
    };

    test.runIf(store === 'file')(
      'no job loses a ledger in files, and `init` says how to move it',
      async () => {
        project.git('switch', '-q', 'main');
        const { said, jobs } = await project.pipeline('push', {});
        expect(jobs, said).toEqual({ 'edgewright-apply-production': 5, 'edgewright-snapshot-production': 5 });
        expect(said).toContain('the `file` ledger would be lost with this CI runner');
        const [, move = ''] = /move it with `edgewright (.*)`/.exec(begun) ?? [];
        const moved = project.edgewright({ EDGEWRIGHT_PLAN_KEY: planKey }, ...move.split(' '));
        const [, line = ''] = /^ +(ledger: .*)$/m.exec(moved) ?? [];
        project.edit('edgewright.yaml', /^ledger: .*$/m, line);
        project.git('push', '-q', 'origin', 'main');
        project.git('switch', '-q', 'sample');
        project.git('rebase', '-q', 'main');
      },
    );

    test('a merge request is linted, and planned in its note', async () => {
      const { exit, said, jobs } = await onRequest(place);
      expect(jobs, said).toEqual({ 'edgewright-lint': 0, 'edgewright-plan-production': 0 });
      expect(exit, said).toBe(0);
      expect(said).toContain('Plan for production: 1 to create');
      expect(project.artifact('edgewright-lint', 'tests.xml')).toContain('<testsuites');
      expect(
        await violationsOf('gitlab', project.artifact('edgewright-lint', 'gl-code-quality-report.json')),
      ).toEqual([]);
      const counts: unknown = JSON.parse(project.artifact('edgewright-plan-production', 'counts.json'));
      expect(counts).toEqual({ create: 1, update: 0, delete: 0 });
      expect(project.artifact('edgewright-plan-production', 'plan.html')).toContain('<!doctype html>');
      expect(state.notes.map(({ body }) => body)).toEqual([expect.stringContaining('1 to create')]);
    });

    test('after the merge it is applied, and applied again without a change', async () => {
      project.git('switch', '-q', 'main');
      project.git('merge', '-q', 'sample');
      project.git('push', '-q', 'origin', 'main');
      const main = project.git('ls-remote', 'origin', 'main');
      for (const text of ['1 created', 'No changes']) {
        const { exit, said, jobs } = await project.pipeline('push', {});
        expect(jobs, said).toEqual({ 'edgewright-apply-production': 0, 'edgewright-snapshot-production': 0 });
        expect(exit, said).toBe(0);
        expect(said).toContain(text);
      }
      expect(project.git('ls-remote', 'origin', 'main')).toBe(main);
      expect(project.artifact('edgewright-apply-production', 'routes.txt')).toContain('production');
    });

    test('the request of a fork is planned from the snapshot, without a variable', async () => {
      const job = 'edgewright-snapshot-production';
      const snapshot = project.artifact(job, 'snapshot.json');
      host.published.set(`${job}/snapshot.json`, snapshot);
      project.git('switch', '-qc', 'fork');
      project.edit('resources/hello.yaml', 'description: The first', 'description: Another');
      const { exit, said, jobs } = await onRequest('someone/edges');
      project.git('switch', '-q', 'main');
      expect(jobs, said).toEqual({ 'edgewright-lint': 0, 'edgewright-plan-fork-production': 0 });
      expect(exit, said).toBe(0);
      expect(said).toContain('Plan for production: 0 to create, 1 to update, 0 to delete');
    });

    test('drift fails and keeps an issue, and the scheduled apply keeps the drift', async () => {
      const quiet = await project.pipeline('schedule', { SCHEDULED_JOB: 'drift', ...atForge() });
      expect(quiet.jobs, quiet.said).toEqual({ 'edgewright-drift-production': 0 });
      expect(state.issues).toEqual([]);
      const [id = ''] =
        /ep_\w+/.exec(host.published.get('edgewright-snapshot-production/snapshot.json') ?? '') ?? [];
      await api.outside.change('endpoint', id, { description: 'changed' });
      const drift = await project.pipeline('schedule', { SCHEDULED_JOB: 'drift', ...atForge() });
      expect(drift.jobs, drift.said).toEqual({ 'edgewright-drift-production': 2 });
      expect(drift.exit).toBe(1);
      expect(state.issues.map(({ description }) => description)).toEqual([
        expect.stringContaining('endpoint/hello'),
      ]);
      const apply = await project.pipeline('schedule', { SCHEDULED_JOB: 'apply' });
      expect(apply.jobs, apply.said).toEqual({
        'edgewright-apply-production': 2,
        'edgewright-snapshot-production': 0,
      });
      expect(apply.exit).toBe(0);
    });

    test('the credential of plans was used to read alone, and the forge was asked as it is described', () => {
      expect(front.refused).toEqual([]);
      expect(forge.problems).toEqual([]);
    });
  });
}

/** The first day of a person: `init`, the ledger, and a branch with the sample. Returns what `init` said. */
function begin(
  project: Gitlab,
  store: 'git' | 'postgres' | 'file',
  database: PostgresServer | undefined,
): string {
  const env = database === undefined ? {} : { EDGEWRIGHT_POSTGRES_URL: database.url() };
  const said = project.edgewright(env, 'init', '--with', 'gitlab', '--store', store, '--source', host.source);
  project.edgewright({ ...env, EDGEWRIGHT_PLAN_KEY: planKey }, 'ledger', 'seal', '--env', 'production');
  database?.sql(`CREATE ROLE edgewright_plan LOGIN PASSWORD 'reads';
GRANT USAGE ON SCHEMA edgewright TO edgewright_plan;
GRANT SELECT ON ALL TABLES IN SCHEMA edgewright TO edgewright_plan;`);
  project.git('add', '.', ':!resources', ':!tests');
  project.git('commit', '-qm', 'start');
  project.git('push', '-q', 'origin', 'HEAD:main');
  project.git('remote', 'set-head', 'origin', 'main');
  project.git('switch', '-qc', 'sample');
  project.git('add', '.');
  project.git('commit', '-qm', 'add the sample');
  return said;
}

interface Front extends Listening {
  readonly url: string;
  /** Requests to change something with the credential that can only read. */
  readonly refused: string[];
}

/** The API with a second credential, `read`, that can only read. */
async function readingFront(target: string): Promise<Front> {
  const refused: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = '', headers, url = '' } = incoming;
    const isReader = headers.authorization === 'Bearer read';
    if (isReader && method !== 'GET') {
      refused.push(`${method} ${url}`);
      return void outgoing.writeHead(403).end();
    }
    const authorization = isReader ? 'Bearer write' : headers.authorization;
    const onward = request(
      new URL(url, target),
      { method, headers: { ...headers, authorization } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  const open = await listening(server);
  return { ...open, url: `http://127.0.0.1:${open.port}`, refused };
}

function hasRsync(): boolean {
  try {
    execFileSync('rsync', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
