/* The jobs for GitLab that `init` writes and docs/ci-gitlab.md shows: what each does, in a real repository. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../../src/server/start-server.ts';
import { violationsOf } from '../report/findings/violations.ts';
import { problemOf } from './command-lines.ts';
import { jobsOf, openProject, type Project } from './pipeline-jobs.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let project: Project;
let read: (file: string) => string;
beforeAll(async () => {
  server = await startServer({ store: 'memory', token: 'write' });
  project = openProject({ EDGEWRIGHT_API_URL: server.url, EDGEWRIGHT_API_TOKEN: 'write' });
  read = (file) => readFileSync(path.join(project.clone, file), 'utf8');
});
afterAll(async () => {
  project.remove();
  await server.close();
});
const job = (name: string) => jobsOf(read('.gitlab/edgewright.yml')).get(name) ?? {};

test('each command of each job exists', () => {
  const lines = [...jobsOf(read('.gitlab/edgewright.yml')).values()].flatMap(({ script = [] }) => script);
  const ours = lines
    .flatMap((line) => line.split(/ (?:&&|\|\|) | > /))
    .filter((command) => command.startsWith('edgewright'));
  expect(ours.length).toBeGreaterThan(5);
  expect(ours.flatMap((command) => problemOf(command) ?? [])).toEqual([]);
});

test('lint writes a Code Quality report', async () => {
  const { exit, said } = await project.run(job('edgewright-lint'), {});
  expect(exit, said).toBe(0);
  expect(await violationsOf('gitlab', read('gl-code-quality-report.json'))).toEqual([]);
});

test('plan writes a note, counts the changes for the merge request, and makes a page', async () => {
  const bodies: string[] = [];
  const gitlab = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      const { method = '', url = '' } = request;
      if (method === 'POST') bodies.push(`${url} ${String(request.headers['private-token'])} ${body}`);
      const answer = url.endsWith('/user')
        ? { id: 1, username: 'bot' }
        : method === 'POST'
          ? {
              id: 5,
              body: (JSON.parse(body) as { body: string }).body,
              author: { username: 'bot' },
              system: false,
            }
          : url.includes('/notes')
            ? []
            : { iid: 12, sha: project.git('rev-parse', 'HEAD'), web_url: 'https://gitlab.example.com/mr' };
      response.writeHead(method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => gitlab.listen(0, '127.0.0.1', resolve));
  const { port } = gitlab.address() as AddressInfo;
  const { exit, said } = await project.run(job('edgewright-plan-production'), {
    CI_API_V4_URL: `http://127.0.0.1:${port}/api/v4`,
    CI_PROJECT_ID: '7',
    CI_MERGE_REQUEST_PROJECT_ID: '7',
    CI_MERGE_REQUEST_IID: '12',
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: project.git('rev-parse', 'HEAD'),
    EDGEWRIGHT_FORGE_TOKEN: 'note-token',
  });
  gitlab.close();
  expect(exit, said).toBe(0);
  expect(said).toContain('Plan for production: 1 to create');
  expect(JSON.parse(read('counts.json'))).toEqual({ create: 1, update: 0, delete: 0 });
  expect(read('plan.html')).toContain('<!doctype html>');
  expect(bodies, said).toHaveLength(1);
  expect(bodies[0]).toMatch(/^\/api\/v4\/projects\/7\/merge_requests\/12\/notes note-token .*1 to create/s);
});

test('a job without its credential ends before the first request', async () => {
  const empty = { EDGEWRIGHT_API_TOKEN: '', EDGEWRIGHT_API_URL: 'http://127.0.0.1:9' };
  for (const name of ['plan', 'apply', 'snapshot', 'drift']) {
    const { exit, said } = await project.run(job(`edgewright-${name}-production`), {
      ...empty,
      CI_JOB_NAME: name,
    });
    expect(exit, said).toBe(77);
    expect(said).toBe(`${name} needs the variable EDGEWRIGHT_API_TOKEN\n`);
  }
});

test('apply pushes the branch of the ledger, once, and writes the routes; snapshot publishes what is live', async () => {
  const apply = job('edgewright-apply-production');
  const first = await project.run(apply, {});
  expect(first.exit, first.said).toBe(0);
  expect(project.remote('show', 'edgewright-ledger', '--stat')).toContain('production');
  const tip = project.remote('rev-parse', 'main');
  expect((await project.run(apply, {})).exit).toBe(0);
  expect(project.remote('rev-parse', 'main')).toBe(tip);
  expect(read('routes.txt')).toContain('production');
  const { exit, said } = await project.run(job('edgewright-snapshot-production'), {});
  expect(exit, said).toBe(0);
  expect(read('snapshot.json')).toContain('edgewright-snapshot');
});

test('drift ends with 2 when something was changed outside, also without the right to keep an issue', async () => {
  const [line = ''] = project.edgewright('ledger', 'list', '--env', 'production').split('\n');
  const [, id = ''] = line.split(/ +/);
  const drift = job('edgewright-drift-production');
  const place = { CI_API_V4_URL: 'http://127.0.0.1:9/api/v4', CI_PROJECT_ID: '7' };
  const quiet = await project.run(drift, place);
  expect(quiet.exit, quiet.said).toBe(0);
  await server.outside.change('endpoint', id, { description: 'changed' });
  const { exit, said } = await project.run(drift, place);
  expect(exit, said).toBe(2);
  expect(said).toContain('EDGEWRIGHT_FORGE_TOKEN');
});
