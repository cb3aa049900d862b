/* The pipeline of docs/ci-gitlab.md: valid for GitLab, and its jobs do in a scratch project what the page says. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startServer } from '../../src/server/start-server.ts';
import { violationsOf } from '../report/findings/violations.ts';
import { problemOf } from './command-lines.ts';
import { pipelines, withPlace } from './page.ts';
import { commandsOfPipeline, jobsOf, openProject, type Project } from './pipeline-jobs.ts';
import { setUpProblem } from './shell-blocks.ts';

const schema = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'schemas/gitlab-ci.json'), 'utf8'),
) as object;
const isPipeline = new Ajv({ strict: false }).compile(schema);

describe.each(withPlace(pipelines))('%s', (_place, { text }) => {
  test('is what GitLab takes', () => {
    isPipeline(parse(text));
    expect(isPipeline.errors).toBeNull();
    expect(isPipeline({ ...(parse(text) as object), lint: { script: 1 } })).toBe(false);
  });

  test('runs what there is', () => {
    const run = commandsOfPipeline(text);
    const ours = run.filter((command) => command.startsWith('edgewright'));
    expect(ours.length).toBeGreaterThan(0);
    expect(ours.flatMap((command) => problemOf(command) ?? [])).toEqual([]);
    const others = run.filter((command) => !ours.includes(command));
    const ofShell = /^(?:git|cd|test|node|curl|exit|code=\$\?)(?: |$)/;
    expect(others.filter((command) => !ofShell.test(command) && setUpProblem(command) !== undefined)).toEqual(
      [],
    );
  });
});

describe('the jobs', () => {
  const jobs = new Map(pipelines.flatMap(({ text }) => [...jobsOf(text)]));
  const jobOf = (name: string) => jobs.get(name) ?? {};
  let server: Awaited<ReturnType<typeof startServer>>;
  let project: Project;
  beforeAll(async () => {
    server = await startServer({ store: 'memory', token: 'write' });
    project = openProject({ EDGEWRIGHT_API_URL: server.url, EDGEWRIGHT_API_TOKEN: 'write' });
  });
  afterAll(async () => {
    project.remove();
    await server.close();
  });
  const read = (file: string): string => readFileSync(path.join(project.clone, file), 'utf8');

  test('lint writes a Code Quality report', async () => {
    const { exit, said } = await project.run(jobOf('lint'), {});
    expect(exit, said).toBe(0);
    expect(await violationsOf('gitlab', read('gl-code-quality-report.json'))).toEqual([]);
  });

  test('plan counts the changes for the merge request, and makes a page', async () => {
    const { exit, said } = await project.run(jobOf('plan'), {});
    expect(exit, said).toBe(0);
    expect(said).toContain('Plan for production: 1 to create');
    expect(JSON.parse(read('counts.json'))).toEqual({ create: 1, update: 0, delete: 0 });
    expect(read('plan.html')).toContain('<!doctype html>');
  });

  test('plan ends with the code of a plan that cannot be made', async () => {
    const { exit } = await project.run(jobOf('plan'), { EDGEWRIGHT_API_TOKEN_PRODUCTION: 'wrong' });
    expect(exit).toBe(77);
  });

  test('a note has the whole plan', async () => {
    const notes: string[] = [];
    const gitlab = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => (body += String(part)));
      request.on('end', () => {
        notes.push(`${request.method} ${request.url} ${String(request.headers['private-token'])}`);
        notes.push(new URLSearchParams(body).get('body') ?? '');
        response.writeHead(201).end('{}');
      });
    });
    await new Promise<void>((resolve) => gitlab.listen(0, '127.0.0.1', resolve));
    const { port } = gitlab.address() as AddressInfo;
    const { exit, said } = await project.run(jobOf('note'), {
      CI_API_V4_URL: `http://127.0.0.1:${port}/api/v4`,
      CI_PROJECT_ID: '7',
      CI_MERGE_REQUEST_IID: '12',
      NOTE_TOKEN: 'note-token',
    });
    gitlab.close();
    expect(exit, said).toBe(0);
    expect(notes).toEqual(['POST /api/v4/projects/7/merge_requests/12/notes note-token', read('plan.md')]);
  });

  test('apply pushes the ledger, also of a run that failed, and once', async () => {
    const script = jobOf('apply').script ?? [];
    expect((await project.run({ script }, {})).exit).toBe(0);
    expect((await project.run({ script }, {})).exit).toBe(0);
    expect(project.remote('log', '--format=%s', 'main').split('\n')).toEqual([
      'Ledger of production',
      'start',
    ]);
    expect(project.remote('show', 'main:.edgewright/production/ledger.json')).toContain('endpoint/hello');
    expect(project.remote('ls-tree', '-r', '--name-only', 'main')).toContain(
      '.edgewright/production/rollback/',
    );
    const wrong = { EDGEWRIGHT_API_TOKEN_PRODUCTION: 'wrong' };
    const trace = path.join(project.clone, '../trace');
    const refused = await project.run({ script }, { ...wrong, GIT_TRACE: trace });
    expect(refused.exit, refused.said).toBe(77);
    // Git's own end of a push with options and without commits is a race, which SIGPIPE can lose.
    expect(readFileSync(trace, 'utf8')).toContain('git pull');
    expect(readFileSync(trace, 'utf8')).not.toContain('git push');
  });

  test('apply fails where the push is refused', async () => {
    writeFileSync(
      path.join(project.clone, 'resources/hello.yaml'),
      read('resources/hello.yaml').replace('hello.', 'hi.'),
    );
    project.git('commit', '-qam', 'change');
    const refused = path.join(project.remote('rev-parse', '--absolute-git-dir'), 'hooks/pre-receive');
    writeFileSync(refused, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const { exit, said } = await project.run(jobOf('apply'), { EDGEWRIGHT_API_TOKEN_PRODUCTION: 'write' });
    expect(exit, said).toBe(1);
    expect(existsSync(path.join(project.clone, '.edgewright/production/ledger.json'))).toBe(true);
  });

  test('drift ends with 2 when something was changed outside', async () => {
    const { resources } = JSON.parse(read('.edgewright/production/ledger.json'));
    expect((await project.run(jobOf('drift'), {})).exit).toBe(0);
    await server.outside.change('endpoint', resources['endpoint/hello'].id, { description: 'changed' });
    expect((await project.run(jobOf('drift'), {})).exit).toBe(2);
  });
});
