/**
 * `test --send` against the edge that `dev` serves: the bookshop's own tests, the same engine, and a real connection
 * and real upstreams between.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type ServedBookshop, servingBookshop } from './bookshop.ts';
import { besideUpstream } from './serve-dev.ts';

const program = path.join(import.meta.dirname, '../../bin/edgewright.js');

interface SentCase {
  readonly name: string;
  readonly result: string;
  readonly skipped?: string;
  readonly message?: string;
  readonly answered_by?: string;
  readonly not_compared?: readonly string[];
  readonly disagreement?: { readonly text: string };
}

interface Sent {
  readonly status: number | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly tests: readonly SentCase[];
  readonly said: string;
}

/** No API, no ledger and no secret is set: the edge is the one on this machine. */
function send(
  { folder, port }: ServedBookshop,
  environment: string,
  flags: readonly string[] = [],
): Promise<Sent> {
  const ca = path.join(folder, '.local/share/edgewright/dev-certificate.pem');
  const args = ['test', '--send', '--env', environment, '--resolve', `*=127.0.0.1:${port}`, '--ca', ca];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args, '--format', 'json', ...flags], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder },
    });
    let [text, said] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('error', reject);
    child.once('close', (status) => {
      if (text === '') reject(new Error(said));
      else resolve({ ...(JSON.parse(text) as Omit<Sent, 'status' | 'said'>), status, said });
    });
  });
}

/** Serves an environment beside an upstream that stands for all of them. */
function serving(environment: string, body: (served: ServedBookshop) => Promise<void>): Promise<void> {
  return besideUpstream(async ({ url }) => {
    const upstreams = ['backend/*', 'backend/storefront', 'https://*.internal'].flatMap((name) => [
      '--upstream',
      `${name}=${url}`,
    ]);
    await servingBookshop(['--env', environment, ...upstreams], body);
  });
}

/** A database speaks no HTTP. */
const skipped = [
  ['the replica is for reporting partners', 'a connection by `tcp` is not an HTTP request'],
] as const;

test.each([
  ['staging', 9],
  ['production', 23],
] as const)('all tests of the bookshop are as expected at its own edge: %s', async (environment, count) => {
  await serving(environment, async (served) => {
    const { status, tests, said } = await send(served, environment);
    const others = tests.filter(({ result }) => result !== 'ok');
    expect(others.map(({ name, skipped: why, message }) => [name, why ?? message])).toEqual(
      environment === 'staging' ? [] : skipped,
    );
    const sent = tests.filter(({ answered_by: by }) => by === 'dev');
    expect(sent).toHaveLength(count);
    // `dev` tells what a client does not see, such as the backend.
    expect(sent.filter(({ not_compared: some }) => some !== undefined)).toEqual([]);
    expect(said).toContain('nothing was sent to what is deployed');
    expect(status).toBe(0);
  });
});

/** A difference in a file of the bookshop, and the test that finds it. */
const planted = [
  [
    'presets/headers',
    'remove: [server, x-powered-by]',
    'remove: [server]',
    'the shop does not tell what runs it',
  ],
  ['storefront/account', 'uses: [customer-login, ', 'uses: [', 'the account asks for a login'],
  ['internal/tools', 'office-only, ', '', 'the back office is closed to the internet'],
  ['presets/login', ', harbourbooks/on-call]', ']', 'who is on call reaches the back office'],
  [
    'webhooks/hooks',
    'provider: stripe,',
    'enabled: false, provider: stripe,',
    'a webhook with a wrong signature is refused',
  ],
  ['../policies/checkout', '405', '404', 'the checkout never deletes'],
  ['../policies/www', '404', '403', 'crawlers get no cart'],
  ['../policies/status', 'All good', 'All bad', 'the status page answers by itself'],
  [
    'endpoints/api',
    'url: https://api.internal',
    'url: https://orders.internal',
    'the API knows its environment',
  ],
  ['endpoints/api', 'authorization: Bearer ', 'authorization: Token ', 'the recommendations get their key'],
  ['partners/api', '30 Jun 2027', '30 Jun 2028', 'the old API says when it ends'],
  ['partners/api', 'remove: [x-debug]', 'remove: [x-trace]', 'a debug header does not reach the API'],
] as const;

test('each difference between the edge and the files is found, and nothing else', async () => {
  await serving('production', async (served) => {
    // The edge serves other files than those of the tests.
    const tests = mkdtempSync(path.join(tmpdir(), 'edgewright-tests-'));
    try {
      cpSync(served.folder, tests, { recursive: true });
      for (const [name, written, other] of planted) {
        const file = ['yaml', 'json']
          .map((end) => path.join(served.folder, 'resources', `${name}.${end}`))
          .find((one) => existsSync(one));
        const text = readFileSync(file ?? '', 'utf8');
        expect(text).toContain(written);
        writeFileSync(file ?? '', text.replace(written, other));
      }
      await expect
        .poll(() => served.said(), { timeout: 20_000 })
        .toContain('serving production as it is now');
      const found = await send({ ...served, folder: tests }, 'production');
      const failed = found.tests.filter(({ result }) => result === 'failed');
      expect(failed.map(({ name }) => name).sort()).toEqual(planted.map(([, , , name]) => name).sort());
      expect(found.status).toBe(1);
      const page = failed.find(({ name }) => name === 'the status page answers by itself');
      expect(page?.message).toContain('All bad');
      const crawlers = failed.find(({ name }) => name === 'crawlers get no cart');
      expect(crawlers?.disagreement?.text).toContain('the files say 404');
    } finally {
      rmSync(tests, { recursive: true, force: true });
    }
  });
});

test('another environment than that of the tests is refused', async () => {
  await servingBookshop([], async (served) => {
    await expect(send(served, 'production')).rejects.toThrow(
      /serves `staging`, and the tests are those of `production`/,
    );
  });
});
