import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDocument } from '../../../../src/run/cli/files/named-file.ts';
import { executable } from '../../../bundle/shipped.ts';
import { makeFolder, type Folder } from '../../../pipeline/workspace-folder.ts';
import { share } from '../../../runs.ts';

/** A workspace with one environment. */
function workspace(): Folder {
  const made = makeFolder({});
  made.write(
    'edgewright.yaml',
    'version: 1\nledger: { store: file, lineage: 7c0e0000-0000-4000-8000-000000000001 }\n',
  );
  made.write('environments/production.yaml', 'vars: {}\n');
  return made;
}

let folder: Folder;
beforeEach(() => {
  folder = workspace();
});
afterEach(() => {
  folder.remove();
});

const refusals: readonly (readonly [what: string, make: (file: string) => void, problem: string])[] = [
  // A sparse file: it takes no space on the disk, and would take all of the memory.
  [
    'is too large',
    (file) => {
      writeFileSync(file, '');
      truncateSync(file, 600 * 1024 ** 2);
    },
    'it is larger than 512 MiB',
  ],
  [
    'is not UTF-8',
    (file) => {
      writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d]));
    },
    'it is not UTF-8',
  ],
];

test.each(refusals)('a snapshot that %s is refused', async (_what, make, problem) => {
  make(path.join(folder.root, 'snapshot.json'));
  const said = await folder.run(['plan', '--snapshot', 'snapshot.json']);
  expect(said).toEqual({
    exit: 5,
    stdout: '',
    stderr: expect.stringContaining(`the snapshot \`snapshot.json\` cannot be used: ${problem}`) as string,
  });
});

test('a device that never ends is refused as a document', () => {
  expect(readDocument({ cwd: folder.root }, '/dev/zero')).toEqual({ problem: 'is not a file' });
});

test('a saved plan that never ends is refused', async () => {
  const said = await folder.run(['plan', 'show', '/dev/zero']);
  expect(said).toMatchObject({
    exit: 5,
    stderr: expect.stringContaining('`/dev/zero` is not a file') as string,
  });
});

test('a document from a pipe of a shell is read whole', async () => {
  const pipe = path.join(folder.root, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const writer = spawn('sh', ['-c', 'head -c 3000000 /dev/zero | tr "\\0" x > pipe'], { cwd: folder.root });
  expect(readDocument({ cwd: folder.root }, 'pipe')).toHaveLength(3_000_000);
  await once(writer, 'exit');
});

interface Reader {
  readonly command: string;
  /** A command that is run before there is a pipe. */
  readonly before?: string;
  readonly pipe?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Any failure but a bug if it is not said. */
  readonly exit?: number;
  readonly says?: string;
}

const service = { EDGEWRIGHT_API_URL: 'http://127.0.0.1:9', EDGEWRIGHT_API_TOKEN: 'x' };

const readers: Readonly<Record<string, Reader>> = {
  'a snapshot': { command: 'plan --snapshot pipe' },
  'a saved plan': { command: 'plan show pipe' },
  'a list of routes': { command: 'pull --local --routes pipe' },
  'a fixture': { command: 'plan --local --fixture pipe' },
  'a corpus': { command: 'trace --corpus pipe' },
  'a folder of secrets': { command: 'plan --local --secrets-dir pipe' },
  'a token file': {
    before: 'ledger init --ledger file',
    command: 'plan --ledger file',
    env: { EDGEWRIGHT_API_URL: 'http://127.0.0.1:9', EDGEWRIGHT_API_TOKEN_FILE: 'pipe' },
    exit: 64,
    says: 'the token file `pipe` cannot be read: it is a pipe that nothing writes to',
  },
  'a ledger': { command: 'plan', env: service, pipe: '.edgewright/production/ledger.json', exit: 5 },
};

// In processes and at once, because each waits three seconds for a writer.
test('a pipe without a writer does not hang', async () => {
  const ran = await Promise.all(
    share(Object.entries(readers)).map(async ([what, reader]) => ({
      what,
      reader,
      ...(await besidePipe(reader)),
    })),
  );
  for (const { what, reader, exit, stderr } of ran) {
    if (reader.exit === undefined) expect([0, 70, null], `${what}: ${stderr}`).not.toContain(exit);
    else expect(exit, `${what}: ${stderr}`).toBe(reader.exit);
    expect(stderr).toContain(reader.says ?? '');
  }
});

/** Runs a command in a workspace of its own with a pipe without a writer. */
async function besidePipe({ command, before, pipe = 'pipe', env }: Reader): Promise<{
  readonly exit: number | null;
  readonly stderr: string;
}> {
  const own = workspace();
  try {
    if (before !== undefined) await own.run(before.split(' '));
    mkdirSync(path.dirname(path.join(own.root, pipe)), { recursive: true });
    execFileSync('mkfifo', [path.join(own.root, pipe)]);
    const child = spawn(process.execPath, [executable, ...command.split(' ')], {
      cwd: own.root,
      env: { HOME: own.root, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
      // Where it hangs, it is killed and has no exit code.
      timeout: 120_000,
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const [exit] = (await once(child, 'close')) as [number | null];
    return { exit, stderr };
  } finally {
    own.remove();
  }
}
