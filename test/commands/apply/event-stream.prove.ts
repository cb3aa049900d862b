/** `apply --format json` as its readers see it: a line an event, as it happens, whatever happens to the run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { guardedIo } from '../../../src/guarded-io.ts';
import { main } from '../../../src/main.ts';
import { startServer, type RunningServer } from '../../../src/server/start-server.ts';
import { applyReports } from '../../../src/run/apply/follow-events.ts';
import { makeFolder, type Folder } from '../../pipeline/workspace-folder.ts';
import { ioThatIsSilent } from '../../docs/silent-io.ts';
import { checkedLine } from '../../scenarios/check-events.ts';

let server: RunningServer;
let folder: Folder;

beforeEach(async () => {
  server = await startServer({ store: 'memory', latencyMs: 80 });
  folder = makeFolder({ EDGEWRIGHT_API_URL: server.url });
  folder.write(
    'edgewright.yaml',
    'version: 1\nledger: { store: file, lineage: 7c0e0000-0000-4000-8000-000000000001 }\n',
  );
  folder.write('environments/production.yaml', '{}\n');
  for (let at = 0; at < 6; at++)
    folder.write(
      `resources/e${at}.yaml`,
      `kind: endpoint\nname: e${at}\nspec: { url: https://e${at}.example.com }\n`,
    );
  expect(await folder.run(['ledger', 'init'])).toMatchObject({ exit: 0 });
});
afterEach(async () => {
  folder.remove();
  await server.close();
});

const words = ['apply', '--yes', '--format', 'json', '--concurrency', '1'];

/** Applies with the shipped program, and sends it a signal when two steps are done. */
async function playUntil(
  signal: 'SIGKILL' | 'SIGTERM',
): Promise<{ readonly stream: string; readonly code: unknown }> {
  const child = spawn(process.execPath, [path.resolve('bin/edgewright.js'), ...words], {
    cwd: folder.root,
    env: { PATH: process.env['PATH'], HOME: folder.root, EDGEWRIGHT_API_URL: server.url },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let stream = '';
  let isSent = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stream += text;
    if (isSent || stream.split('"status":"done"').length < 3) return;
    // Once: a second signal ends the run at once.
    isSent = child.kill(signal);
  });
  const [code] = (await once(child, 'close')) as unknown[];
  if (signal === 'SIGKILL') expect(child.signalCode).toBe(signal);
  return { stream, code };
}

test('each event is one write, when it happens', async () => {
  const writes: string[] = [];
  let objects = -1;
  const exit = await main(words, {
    ...ioThatIsSilent,
    cwd: folder.root,
    env: { HOME: folder.root, EDGEWRIGHT_API_URL: server.url },
    stdout: (text) => {
      writes.push(text);
      if (objects < 0 && text.includes('"status":"done"'))
        objects = server.outside.objects('endpoint').length;
    },
    clock: { now: () => new Date(), sleep: () => Promise.resolve() },
  });
  expect(exit).toBe(0);
  // At the first line of an ended step most others were not sent yet.
  expect(objects).toBeLessThan(4);
  const events = writes.map(checkedLine);
  expect(events.map(({ event, status }) => status ?? event)).toEqual(
    expect.arrayContaining(['start', 'started', 'done', 'summary', 'end']),
  );
  expect(new Set(events.map(({ run }) => run)).size).toBe(1);
  expect(events.at(-2)).toMatchObject({ event: 'summary', counts: { created: 6, steps: 6 } });
  expect(events.at(-1)).toMatchObject({ event: 'end', exit_code: 0 });
});

test('a stream that is cut by SIGKILL can be read up to its last line', async () => {
  const { stream } = await playUntil('SIGKILL');
  const events = stream.split(/(?<=\n)/).map(checkedLine);
  expect(events[0]).toMatchObject({ event: 'start' });
  expect(events.map(({ event }) => event)).not.toContain('end');
  // What the stream has as done is in the ledger, by the same ids.
  const { stdout: ledger } = await folder.run(['ledger', 'list']);
  for (const { status, id } of events) if (status === 'done') expect(ledger).toContain(id);
  // To go on, apply again: the stream of the next run accounts for the rest.
  const again = await folder.run(words);
  const lines = again.stdout.split(/(?<=\n)/).map(checkedLine);
  expect(lines.at(-2)).toMatchObject({ event: 'summary', counts: { failed: 0, skipped: 0, steps: 6 } });
});

test('a run that SIGTERM stops ends its stream with the exit code of the process and the way on', async () => {
  const { stream, code } = await playUntil('SIGTERM');
  expect(code).toBe(143);
  const events = stream.split(/(?<=\n)/).map(checkedLine);
  expect(events.at(-1)).toMatchObject({ event: 'end', exit_code: 143 });
  const continues = { purpose: 'continue', command: 'edgewright apply --env production --yes' };
  expect(events.at(-2)).toMatchObject({
    event: 'summary',
    counts: { failed: 0, unknown: 0, steps: 6 },
    next: [continues, { purpose: 'undo' }],
  });
});

test('a rate limit is told, and for how long', async () => {
  const rateLimit = { requests: 6, windowMs: 60_000 };
  // Time passes in sleeps alone, for the server too: however slow the machine is, the window is too short.
  let now = Date.parse('2026-06-01T12:00:00Z');
  const elapsed = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const limited = await startServer({ store: 'memory', rateLimit });
  let stream = '';
  try {
    const exit = await main(words, {
      ...ioThatIsSilent,
      cwd: folder.root,
      env: { HOME: folder.root, EDGEWRIGHT_API_URL: limited.url },
      stdout: (text) => void (stream += text),
      clock: {
        now: () => new Date(now),
        sleep: (milliseconds) =>
          new Promise((resolve) => {
            setTimeout(() => {
              now += milliseconds;
              resolve();
            }, 5);
          }),
      },
    });
    expect(exit).toBe(0);
  } finally {
    elapsed.mockRestore();
    await limited.close();
  }
  const waits = stream
    .split(/(?<=\n)/)
    .map(checkedLine)
    .filter(({ event }) => event === 'wait');
  const seconds = expect.any(Number) as number;
  expect(waits).toContainEqual(expect.objectContaining({ for: 'rate-limit', seconds }));
});

test('an apply that cannot begin ends its stream with the reason', async () => {
  const holder = { id: 'a1b2c3d4e5f6', at: '2026-06-01T11:59:00.000Z', verb: 'apply', host: 'build-7' };
  folder.write(
    '.edgewright/production/ledger.lock',
    `${JSON.stringify({ holder: '0'.repeat(32), pid: 1, boot: 'b', started: '1', run: holder })}\n`,
  );
  const { exit, stdout, stderr } = await folder.run(words);
  expect(exit).toBe(5);
  expect(checkedLine(stdout)).toMatchObject({ event: 'end', exit_code: 5, error: { holder } });
  expect(stderr).toContain('` is locked by run a1b2c3d4e5f6');
});

test('a run that takes over a lock tells from whom', async () => {
  const jobs = 'https://git.example.com/shop/edges/actions/runs';
  const ci = { url: `${jobs}/77`, attempt: '1' };
  const holder = { id: 'a1b2c3d4e5f6', at: '2026-01-01T00:00:00.000Z', verb: 'apply', host: 'runner-7', ci };
  folder.write(
    '.edgewright/production/ledger.lock',
    `${JSON.stringify({ holder: '0'.repeat(32), pid: 1, boot: 'b', started: '1', run: holder })}\n`,
  );
  const { exit, stdout } = await folder.run([...words, '--ledger', 'file', '--sole-runner'], {
    ...{ CI: 'true', GITHUB_SERVER_URL: 'https://git.example.com', GITHUB_REPOSITORY: 'shop/edges' },
    ...{ GITHUB_RUN_ID: '78', GITHUB_RUN_ATTEMPT: '1' },
  });
  expect(exit).toBe(0);
  const [start] = stdout.split(/(?<=\n)/).map(checkedLine);
  expect(start).toMatchObject({ event: 'start', about: { ci: { url: `${jobs}/78` } }, taken_from: holder });
});

test('the stream and a summary go into files, beside the text', async () => {
  const reports = ['text', 'json=events.jsonl', 'markdown=end.md'].flatMap((each) => ['--format', each]);
  const { exit, stdout } = await folder.run(['apply', '--yes', ...reports]);
  expect(exit).toBe(0);
  expect(stdout).toContain('Applied: 6 created.');
  const events = folder
    .read('events.jsonl')
    .split(/(?<=\n)/)
    .map(checkedLine);
  expect(events.at(-1)).toMatchObject({ event: 'end', exit_code: 0 });
  expect(folder.read('end.md')).toMatch(/^## Applied to production: 6 created\n/);
  // A file that cannot be written is found before anything is sent.
  const refused = await folder.run(['apply', '--yes', '--format', 'json=no/such/folder.jsonl']);
  expect(refused).toMatchObject({ exit: 74, stdout: '' });
});

test('a secret is masked wherever it stands in a line, also where a write is cut into pieces', () => {
  const secret = 'a-secret-that-is-long-enough';
  const writes: string[] = [];
  const env = { EDGEWRIGHT_SECRET_SHOP: secret };
  const io = guardedIo({ ...ioThatIsSilent, env, stdout: (text) => void writes.push(text) });
  const { tell } = applyReports(io, { format: [{ format: 'json' }] });
  // Standard output is written in pieces of a mebibyte: the secret lies across the end of the first.
  const message = `${'x'.repeat(1024 * 1024 - 200)}${` ${secret}`.repeat(20)}`;
  tell({ event: 'end', exitCode: 3, error: { message } });
  expect(writes).toHaveLength(1);
  expect(writes[0]).not.toContain(secret);
  expect(checkedLine(writes[0] ?? '')).toMatchObject({ event: 'end' });
});
