import type { FilledIn } from '../../src/model/plan/planned-request.ts';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { splitMarker } from '../../src/derive/forms/marker.ts';
import { main } from '../../src/main.ts';
import type { Io } from '../../src/model/io.ts';
import type { Json, JsonObject } from '../../src/model/value.ts';
import { startServer } from '../../src/server/start-server.ts';
import { proxy, type Passing } from './proxy.ts';

interface Shown {
  readonly method: string;
  readonly path: string;
  readonly body?: JsonObject;
  readonly filled_in?: readonly FilledIn[];
}

test('the requests sent are those that the plan shows, byte for byte, and no others write', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wire-'));
  cpSync(path.join(import.meta.dirname, '../../examples/bookshop'), folder, { recursive: true });
  const server = await startServer({ store: 'memory' });
  const wire = await proxy(server.url, () => 'none');
  try {
    const run = runner(folder, wire.url);
    await run('ledger', 'init', '--env', 'production');
    // First all objects are created, then some are changed.
    await expectSame(run, folder, wire.passed);
    const file = path.join(folder, 'resources/storefront/checkout.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('Takes the money', 'Takes "the" money, 3 €'));
    await expectSame(run, folder, wire.passed);
  } finally {
    await wire.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

type Run = (...words: readonly string[]) => Promise<void>;

async function expectSame(run: Run, folder: string, passed: readonly Passing[]): Promise<void> {
  const file = path.join(folder, 'plan.json');
  await run('plan', '--env', 'production', '--save', file);
  const before = passed.length;
  await run('apply', '--yes', '--allow-changed-percent', '100', ...openings(file), file);
  const sent = passed.slice(before).filter(({ method }) => method !== 'GET');
  const shown = requestsOf(file);
  expect(shown.length).toBeGreaterThan(0);
  const lines = sent.map((one) => `${one.method} ${one.url} ${withoutMarker(one.body)}`);
  expect(lines.sort()).toEqual(shown.map(expectedLine).sort());
  for (const { method, body } of sent) {
    const { metadata = '' } = JSON.parse(body) as { metadata?: string };
    expect(splitMarker(metadata).marker !== undefined, body).toBe(method === 'POST' || metadata !== '');
  }
}

function requestsOf(file: string): readonly Shown[] {
  const { plans } = JSON.parse(readFileSync(file, 'utf8')) as {
    plans: readonly { steps: readonly { requests: readonly Shown[] }[] }[];
  };
  return plans.flatMap(({ steps }) => steps.flatMap(({ requests }) => requests));
}

function openings(file: string): readonly string[] {
  const { plans } = JSON.parse(readFileSync(file, 'utf8')) as {
    plans: readonly { refusals: readonly { gate: string; addresses: readonly string[] }[] }[];
  };
  return plans.flatMap(({ refusals }) =>
    refusals.flatMap(({ gate, addresses }) =>
      gate === 'exposure' ? addresses.flatMap((address) => ['--allow-exposure', address]) : [],
    ),
  );
}

/** The planned request as sent: with the values of its secrets, and a marker without its nonce. */
function expectedLine({ method, path: url, body = {}, filled_in = [] }: Shown): string {
  const places = new Map(filled_in.map(({ at, with: what }) => [at, what]));
  const fill = (value: Json, at: string): Json => {
    if (places.get(at) === 'secret')
      return (value as string).replaceAll(/\$\(secret:([A-Z0-9_]+)\)/g, (_, name: string) =>
        at.startsWith('/traffic_policy') ? JSON.stringify(secretOf(name)).slice(1, -1) : secretOf(name),
      );
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item: Json, index) => fill(item, `${at}/${index}`));
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        fill(item, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
      ]),
    );
  };
  const filled = fill(body, '') as Record<string, Json>;
  if (places.get('/metadata') === 'marker') filled['metadata'] = filled['metadata'] ?? '';
  return `${method} ${url} ${JSON.stringify(filled)}`;
}

/** The exact bytes, except the marker, which contains a nonce. */
function withoutMarker(body: string): string {
  const { metadata } = JSON.parse(body) as { metadata?: string };
  if (metadata === undefined) return body;
  return body.replace(JSON.stringify(metadata), JSON.stringify(splitMarker(metadata).text));
}

function secretOf(name: string): string {
  return `value-of-${name}-"quoted"`;
}

function runner(cwd: string, url: string): Run {
  return async (...words) => {
    let said = '';
    const hear = (text: string): void => void (said += text);
    const settings = readFileSync(path.join(cwd, 'edgewright.yaml'), 'utf8');
    const names = [...settings.matchAll(/^  - ([A-Z0-9_]+)$/gm)].map(([, name = '']) => name);
    const io: Io = {
      stdout: hear,
      stderr: hear,
      stdin: () => Promise.resolve(''),
      env: {
        EDGEWRIGHT_API_URL: url,
        ...Object.fromEntries(names.map((name) => [`EDGEWRIGHT_SECRET_${name}`, secretOf(name)])),
      },
      cwd,
      stdoutIsTerminal: false,
      stderrIsTerminal: false,
      columns: 80,
      clock: { now: () => new Date(0), sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) },
      signal: new AbortController().signal,
    };
    const exit = await main(words, io);
    expect([0, 6].includes(exit), said).toBe(true);
  };
}
