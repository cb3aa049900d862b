/** The spans of real runs at a strict receiver. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../../../src/server/start-server.ts';
import { otlpSettings } from '../../../src/remote/telemetry/otlp-settings.ts';
import { makeFolder, type Folder } from '../../pipeline/workspace-folder.ts';
import { openCollector, type Collector } from './collector.ts';

let server: RunningServer;
let folder: Folder;
let collector: Collector;
beforeEach(async () => {
  server = await startServer({ store: 'memory' });
  collector = await openCollector();
  folder = makeFolder({ EDGEWRIGHT_API_URL: server.url, EDGEWRIGHT_SECRET_TOKEN: 'hunter2-hunter2' });
  folder.write(
    'edgewright.yaml',
    'version: 1\nledger: { store: file, lineage: 7c0e0000-0000-4000-8000-000000000001 }\n',
  );
  folder.write('environments/production.yaml', '{}\n');
  folder.write('resources/a.yaml', 'kind: endpoint\nname: a\nspec: { url: https://a.example.com }\n');
  await folder.run(['ledger', 'init']);
});
afterEach(async () => {
  folder.remove();
  await Promise.all([server.close(), collector.close()]);
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parent = 'b7ad6b7169203331';
const endpoint = (url: string): Record<string, string> => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url });

test('an apply has spans for the run, its stages, its steps and its writes, below its parent', async () => {
  const { exit } = await folder.run(['apply', '--auto'], {
    ...endpoint(`${collector.url}/otel/`),
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=edge%20team',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test,team=hunter2-hunter2',
    TRACEPARENT: `00-${traceId}-${parent}-01`,
  });
  expect(exit).toBe(0);
  expect(collector.problems).toEqual([]);
  expect(collector.requests.map(({ url }) => url)).toEqual(['/otel/v1/traces']);
  expect(collector.requests[0]?.headers['x-tenant']).toBe('edge team');
  const spans = collector.spans();
  const parentOf = (name: string): string | undefined => {
    const id = spans.find((span) => span.name === name)?.parentSpanId;
    return spans.find(({ spanId }) => spanId === id)?.name ?? id;
  };
  expect(Object.fromEntries(spans.map(({ name }) => [name, parentOf(name)]))).toEqual({
    run: parent,
    lock: 'run',
    read: 'run',
    plan: 'run',
    settle: 'run',
    apply: 'run',
    'create endpoint/a': 'apply',
    'POST /endpoints': 'apply',
  });
  for (const span of spans) {
    expect(span.traceId).toBe(traceId);
    expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
    expect(span.status).toEqual({});
  }
  const write = spans.find(({ name }) => name === 'POST /endpoints');
  expect(write).toMatchObject({ kind: 3 });
  expect(write?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: '201' } });
  expect(collector.bodies[0]).not.toMatch(/hunter2|ep_[A-Za-z0-9]{8}/);
  expect(collector.bodies[0]).toContain('"service.name","value":{"stringValue":"edgewright"}');
});

test('a run that fails says so, with the error of the stage', async () => {
  await server.close();
  const { exit } = await folder.run(['apply', '--auto'], {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/exactly`,
  });
  expect(exit).toBe(69);
  expect(collector.problems).toEqual([]);
  expect(collector.requests[0]?.url).toBe('/exactly');
  const failed = collector.spans().filter(({ status }) => status.code === 2);
  expect(failed.map(({ name }) => name)).toEqual(['read', 'run']);
});

test('plan and drift have spans, and a collector that refuses or is away changes nothing but a line', async () => {
  for (const verb of ['plan', 'drift']) await folder.run([verb], endpoint(collector.url));
  expect(collector.spans().filter(({ name }) => name === 'run')).toHaveLength(2);
  const refusing = await openCollector(500);
  const said = await folder.run(['plan'], endpoint(refusing.url));
  await refusing.close();
  expect(said).toMatchObject({ exit: 0 });
  expect(said.stderr).toBe(`warning: the spans were not delivered to ${refusing.url}: it returned 500\n`);
  const away = await folder.run(['plan'], endpoint(refusing.url));
  expect(away.exit).toBe(0);
  expect(away.stderr).toContain('the connection was refused');
  const silent = await openCollector(0);
  const slow = await folder.run(['plan'], { ...endpoint(silent.url), OTEL_EXPORTER_OTLP_TIMEOUT: '300' });
  expect(slow.exit).toBe(0);
  expect(slow.stderr).toContain('warning: the spans were not delivered');
  await silent.close();
});

test('a protocol that is not supported is said once, and nothing is sent', async () => {
  const { stderr } = await folder.run(['plan'], {
    ...endpoint(collector.url),
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
  });
  expect(stderr).toBe(
    'warning: no spans are sent: OTEL_EXPORTER_OTLP_PROTOCOL is `grpc`; only `http/json` is supported\n',
  );
  expect(collector.requests).toEqual([]);
});

describe('the variables', () => {
  const base = endpoint('http://collector:4318');
  const of = (more: Readonly<Record<string, string>>): unknown => otlpSettings({ ...base, ...more });

  test.each([
    { OTEL_SDK_DISABLED: 'true' },
    { OTEL_TRACES_EXPORTER: 'none' },
    { TRACEPARENT: `00-${traceId}-${parent}-00` },
    { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' },
  ])('nothing is sent with %o', (more) => expect(of(more as never)).toBeUndefined());

  test.each([
    { OTEL_TRACES_EXPORTER: 'zipkin' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'no pair' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'a=%zz' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'a=b%0d%0ac' },
    { OTEL_RESOURCE_ATTRIBUTES: '=b' },
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'collector:4318' },
    { OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'no pair' },
    { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc' },
  ])('a mistake is said with %o', (more) => {
    const [variable = ''] = Object.keys(more);
    const problem = expect.stringMatching(new RegExp(`^${variable} is `)) as string;
    expect(of(more as never)).toMatchObject({ problem });
  });

  test('names, limits and parents', () => {
    expect(
      of({ OTEL_RESOURCE_ATTRIBUTES: 'service.name=a', OTEL_EXPORTER_OTLP_TIMEOUT: '60000' }),
    ).toMatchObject({
      resource: { 'service.name': 'a' },
      timeoutMs: 3000,
      parent: undefined,
    });
    expect(of({ OTEL_EXPORTER_OTLP_TIMEOUT: '300' })).toMatchObject({ timeoutMs: 300 });
    expect(of({ OTEL_RESOURCE_ATTRIBUTES: 'service.name=a', OTEL_SERVICE_NAME: 'b' })).toMatchObject({
      resource: { 'service.name': 'b' },
    });
    for (const odd of ['00-0-0-01', `ff-${traceId}-${parent}-01`, `00-${'0'.repeat(32)}-${parent}-01`])
      expect(of({ TRACEPARENT: odd })).toMatchObject({ parent: undefined });
  });
});
