/** The metrics of real runs, read by the parsers of the Python client of Prometheus where it is installed. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { metricsText } from '../../../src/report/run/metrics-text.ts';
import { startServer, type RunningServer } from '../../../src/server/start-server.ts';
import { makeFolder, type Folder } from '../../pipeline/workspace-folder.ts';

// Debian's own has Debian's packages.
const python = ['/usr/bin/python3', 'python3'].find(
  (each) => spawnSync(each, ['-c', 'import prometheus_client.openmetrics.parser']).status === 0,
);
const canParse = python !== undefined;
const skipped = canParse ? '' : ' (skipped: python3-prometheus-client is not installed)';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

function parsed(text: string): readonly (readonly Sample[])[] {
  const script = new URL('read-metrics.py', import.meta.url).pathname;
  const { stdout, stderr, status } = spawnSync(python ?? '', [script], { input: text, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as readonly (readonly Sample[])[];
}

let server: RunningServer;
let folder: Folder;
beforeEach(async () => {
  server = await startServer({ store: 'memory' });
  folder = makeFolder({ EDGEWRIGHT_API_URL: server.url });
  folder.write(
    'edgewright.yaml',
    'version: 1\nledger: { store: file, lineage: 7c0e0000-0000-4000-8000-000000000001 }\n',
  );
  folder.write('environments/production.yaml', '{}\n');
  folder.write('environments/staging.yaml', '{}\n');
  folder.write('resources/a.yaml', endpoint('a'));
  for (const env of ['production', 'staging']) await folder.run(['ledger', 'init', '--env', env]);
});
afterEach(async () => {
  folder.remove();
  await server.close();
});

function endpoint(name: string): string {
  return `kind: endpoint\nname: ${name}\nspec: { url: 'https://${name}-$(environment).example.com' }\n`;
}

const auto = ['apply', '--auto', '--metrics', 'run.prom'];
const line = (name: string, environment: string, more = ''): RegExp =>
  new RegExp(`^${name}\\{verb="\\w+",environment="${environment}",lineage="[^"]*"${more}\\} (.+)$`, 'm');
const value = (name: string, environment: string, more?: string): string | undefined =>
  line(name, environment, more).exec(folder.read('run.prom'))?.[1];

test('an apply of two environments, one of which fails, keeps the time of the last success', async () => {
  await folder.run(auto);
  expect(value('edgewright_run_success', 'production')).toBe('1');
  expect(value('edgewright_run_steps', 'staging', ',kind="endpoint",outcome="created"')).toBe('1');
  expect(Number(value('edgewright_run_api_requests', 'staging'))).toBeGreaterThan(1);
  expect(value('edgewright_run_api_retries', 'staging')).toBe('0');
  const success = value('edgewright_run_last_success_timestamp_seconds', 'production');
  expect(Number(success)).toBe(Date.parse('2026-01-02T03:04:05Z') / 1000);
  folder.write('run.prom', folder.read('run.prom').replaceAll(` ${success}\n`, ' 1700000000.5\n'));
  // The object of production is removed from the files, which a gate refuses.
  folder.write('resources/a.yaml', endpoint('a').replace('spec:', 'environments: [staging]\nspec:'));
  expect((await folder.run([...auto, '--allow-empty'])).exit).toBe(6);
  expect(value('edgewright_run_success', 'production')).toBe('0');
  expect(value('edgewright_run_exit_code', 'production')).toBe('6');
  expect(value('edgewright_refused_resources', 'production')).toBe('1');
  expect(value('edgewright_plan_steps', 'production', ',action="delete"')).toBe('1');
  expect(value('edgewright_run_last_success_timestamp_seconds', 'production')).toBe('1700000000.5');
  expect(value('edgewright_run_last_success_timestamp_seconds', 'staging')).not.toBe('1700000000.5');
  expect(folder.read('run.prom').endsWith('\n# EOF\n')).toBe(true);
  expect(readdirSync(folder.root).filter((name) => name.includes('.tmp'))).toEqual([]);
});

test('an environment whose lock another run has keeps all its numbers', async () => {
  await folder.run(auto);
  const ofProduction = (): readonly string[] =>
    folder
      .read('run.prom')
      .split('\n')
      .filter((each) => each.includes('environment="production"'));
  folder.write(
    'run.prom',
    folder.read('run.prom').replaceAll(/^(.*_timestamp_seconds\{.*\}) .*$/gm, '$1 1700000000'),
  );
  const before = ofProduction();
  const run = { id: 'a1b2c3d4e5f6', at: '2026-01-02T03:00:00Z', verb: 'apply', host: 'build-7' };
  folder.write(
    '.edgewright/production/ledger.lock',
    `${JSON.stringify({ holder: '0'.repeat(32), pid: 1, boot: 'b', started: '1', run })}\n`,
  );
  for (const _again of [1, 2]) expect((await folder.run(auto)).exit).toBe(0);
  expect(ofProduction()).toEqual(before);
  expect(value('edgewright_run_last_success_timestamp_seconds', 'production')).toBe('1700000000');
  expect(value('edgewright_run_last_success_timestamp_seconds', 'staging')).not.toBe('1700000000');
});

test('runs that end early: without the API, with mistakes in the files, without settings', async () => {
  await server.close();
  await folder.run([...auto, '--env', 'staging']);
  expect(value('edgewright_run_exit_code', 'staging')).toBe('69');
  expect(Number(value('edgewright_run_api_retries', 'staging'))).toBeGreaterThan(0);
  folder.write('resources/a.yaml', 'kind: [\n');
  await folder.run([...auto, '--env', 'staging']);
  expect(value('edgewright_run_exit_code', 'staging')).toBe('1');
  folder.write('edgewright.yaml', '');
  const { exit } = await folder.run(['apply', '--auto', '--env', 'staging'], {
    EDGEWRIGHT_METRICS_FILE: 'run.prom',
  });
  expect(line('edgewright_run_exit_code', '\\w*').exec(folder.read('run.prom'))?.[1]).toBe(`${exit}`);
});

test('a shard has a label of its own', async () => {
  const { exit } = await folder.run([...auto, '--env', 'staging', '--shard', '2/4']);
  expect(exit).toBe(64);
  expect(value('edgewright_run_exit_code', 'staging', ',shard="2/4"')).toBe('64');
});

test('drift, and a file that cannot be written', async () => {
  await folder.run(auto);
  expect((await folder.run(['drift', '--metrics', 'run.prom'])).exit).toBe(0);
  expect(value('edgewright_drifted_resources', 'production')).toBe('0');
  expect(value('edgewright_run_success', 'staging')).toBe('1');
  const { exit, stderr } = await folder.run(['drift', '--metrics', 'nowhere/run.prom']);
  expect(exit).toBe(0);
  expect(stderr).toContain(
    'warning: the metrics were not written to `nowhere/run.prom`: there is no such file or folder',
  );
  expect((await folder.run(['drift', '--metrics', 'run.yaml'])).exit).toBe(64);
});

test.skipIf(!canParse)(`both formats are read alike${skipped}`, async () => {
  await folder.run(auto);
  const [open = [], older = []] = parsed(folder.read('run.prom'));
  expect(open).toEqual(older);
  const steps = open.filter(({ name }) => name === 'edgewright_run_steps');
  expect(steps.filter(({ labels }) => labels['outcome'] === 'created').map(({ value }) => value)).toEqual([
    1, 1,
  ]);
  const odd = { verb: 'apply', environment: 'a"b\\c\nd', lineage: 'l', exitCode: 0 } as const;
  const [escaped = []] = parsed(
    metricsText([{ ...odd, startedAt: 0, endedAt: 1500, requests: 0, retries: 0 }]),
  );
  expect(escaped[0]?.labels['environment']).toBe('a"b\\c\nd');
});
