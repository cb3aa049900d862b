import { build } from 'esbuild';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const temporary = mkdtempSync(path.join(tmpdir(), 'edgewright-kill-'));
const program = path.join(temporary, 'served-child.mjs');
let directory = '';
const running: ChildProcess[] = [];

beforeEach(() => {
  directory = mkdtempSync(path.join(temporary, 'state-'));
});

beforeAll(async () => {
  const entry = new URL('served-child.ts', import.meta.url).pathname;
  const banner = {
    js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
  };
  await build({
    entryPoints: [entry],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner,
  });
});

afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(temporary, { recursive: true, force: true });
});

/** Serves the directory from a process of its own; `limit` is how large it may make a file, in KiB. */
async function serve(limit = 'unlimited'): Promise<{ child: ChildProcess; url: string }> {
  // With SIGXFSZ ignored a write over the limit fails as it does on a full disk.
  const script = `trap '' XFSZ; ulimit -f ${limit}; exec "$@"`;
  const command = ['-c', script, 'bash', process.execPath, program, directory];
  const child = spawn('bash', command, { stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  for await (const url of createInterface({ input: child.stdout })) return { child, url };
  throw new Error('the child ended without an address');
}

/** One worker's endpoints: the last confirmed description (absent: deleted), and changes with an unknown outcome. */
interface Known {
  readonly answered: Map<string, string | undefined>;
  inDoubt: { id: string | undefined; description: string | undefined } | undefined;
}

/** Creates, changes and deletes endpoints of its own until the server is gone. */
async function work(url: string, known: Known, name: string): Promise<void> {
  const call = async (method: string, target: string, body?: unknown): Promise<{ id: string }> => {
    const response = await fetch(url + target, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return text === '' ? { id: '' } : (JSON.parse(text) as { id: string });
  };
  for (let n = 0; ; n++) {
    const description = `${name} ${n}`;
    try {
      known.inDoubt = { id: undefined, description };
      const { id } = await call('POST', '/endpoints', {
        url: `https://${name}-${n}.example.com`,
        description,
      });
      known.answered.set(id, description);
      known.inDoubt = { id, description: 'changed' };
      await call('PATCH', `/endpoints/${id}`, { description: 'changed' });
      known.answered.set(id, 'changed');
      known.inDoubt = undefined;
      if (n % 3 !== 0) continue;
      known.inDoubt = { id, description: undefined };
      await call('DELETE', `/endpoints/${id}`);
      known.answered.set(id, undefined);
      known.inDoubt = undefined;
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

it('has after a kill every confirmed change, and none that was not requested', async () => {
  const answered = new Map<string, string | undefined>();
  let writes = 0;
  for (let round = 0; round < 6; round++) {
    const { child, url } = await serve();
    const workers = Array.from({ length: 8 }, (): Known => ({ answered: new Map(), inDoubt: undefined }));
    const done = Promise.all(workers.map((known, index) => work(url, known, `r${round}-w${index}`)));
    // In the middle of the work, wherever that is: after so many objects, however slow the machine.
    const watch = setInterval(() => {
      const objects = workers.reduce((sum, known) => sum + known.answered.size, 0);
      if (objects >= 20 + round * 10) child.kill('SIGKILL');
    }, 2);
    await done;
    clearInterval(watch);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    for (const known of workers)
      for (const [id, description] of known.answered) answered.set(id, description);
    writes += workers.reduce((sum, known) => sum + known.answered.size, 0);
    const doubts = workers.flatMap(({ inDoubt }) => inDoubt ?? []);
    await compare(answered, doubts);
  }
  expect(writes).toBeGreaterThan(100);
  expect(statSync(path.join(directory, 'state.jsonl')).mode & 0o777).toBe(0o600);
});

/** Serves the directory again and settles what was in doubt: each of it happened whole or not at all. */
async function compare(
  answered: Map<string, string | undefined>,
  doubts: readonly { id: string | undefined; description: string | undefined }[],
): Promise<void> {
  const { child, url } = await serve();
  const live = new Map<string, string>();
  for (let next: string | null = `${url}/endpoints`; next !== null;) {
    const page = (await (await fetch(next)).json()) as {
      endpoints: { id: string; description: string }[];
      next_page_uri: string | null;
    };
    for (const { id, description } of page.endpoints) live.set(id, description);
    next = page.next_page_uri;
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
  for (const { id, description } of doubts) {
    if (id !== undefined && live.get(id) === description) answered.set(id, description);
    const created = id === undefined ? [...live].find(([, text]) => text === description) : undefined;
    if (created !== undefined) answered.set(created[0], created[1]);
  }
  const expected = [...answered].filter(([, description]) => description !== undefined);
  expect([...live].sort()).toEqual(expected.sort());
}

it('returns only errors once the disk is full, and loses no confirmed change', async () => {
  const full = await serve('16');
  const create = (n: number): Promise<Response> =>
    fetch(`${full.url}/edges/tls`, { method: 'POST', body: JSON.stringify({ description: `edge ${n}` }) });
  const answered: string[] = [];
  let failure: Response | undefined;
  for (let n = 0; failure === undefined && n < 1000; n++) {
    const response = await create(n);
    if (response.status === 201) answered.push(((await response.json()) as { id: string }).id);
    else failure = response;
  }
  expect([failure?.status, await failure?.json()]).toMatchObject([
    500,
    { error_code: 'ERR_INTERNAL', msg: 'the state could not be written: EFBIG' },
  ]);
  expect((await fetch(`${full.url}/edges/tls`)).status).toBe(500);
  full.child.kill('SIGKILL');
  await once(full.child, 'exit');

  const { child, url } = await serve();
  const page = (await (await fetch(`${url}/edges/tls`)).json()) as { tls_edges: { id: string }[] };
  expect(answered.length).toBeGreaterThan(20);
  expect(page.tls_edges.map(({ id }) => id)).toEqual(answered.reverse());
  child.kill('SIGKILL');
});
