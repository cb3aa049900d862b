import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDocument } from '../../../src/cli/files/read-document.ts';
import { makeFolder, type Folder } from '../../pipeline/workspace-folder.ts';

let folder: Folder;
beforeEach(() => {
  folder = makeFolder({});
  folder.write(
    'edgewright.yaml',
    'version: 1\nledger: { store: file, lineage: 7c0e0000-0000-4000-8000-000000000001 }\n',
  );
  folder.write('environments/production.yaml', 'vars: {}\n');
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

test.each([
  ['a snapshot', 'plan --snapshot pipe'],
  ['a saved plan', 'plan show pipe'],
  ['a list of routes', 'pull --local --routes pipe'],
  ['a fixture', 'plan --local --fixture pipe'],
  ['a corpus', 'trace --corpus pipe'],
  ['a folder of secrets', 'plan --local --secrets-dir pipe'],
])('%s that is a pipe without a writer does not hang', async (_what, command) => {
  execFileSync('mkfifo', [path.join(folder.root, 'pipe')]);
  const { exit } = await folder.run(command.split(' '));
  expect(exit).not.toBe(0);
  expect(exit).not.toBe(70);
});

test('a token file or a ledger that is a pipe without a writer does not hang', async () => {
  execFileSync('mkfifo', [path.join(folder.root, 'pipe')]);
  const env = { EDGEWRIGHT_API_URL: 'http://127.0.0.1:9', EDGEWRIGHT_API_TOKEN_FILE: 'pipe' };
  mkdirSync(path.join(folder.root, '.edgewright/production'), { recursive: true });
  execFileSync('mkfifo', [path.join(folder.root, '.edgewright/production/ledger.json')]);
  expect(await folder.run(['plan'], env)).toMatchObject({ exit: 5 });
  rmSync(path.join(folder.root, '.edgewright'), { recursive: true });
  await folder.run(['ledger', 'init', '--ledger', 'file']);
  expect(await folder.run(['plan', '--ledger', 'file'], env)).toMatchObject({
    exit: 64,
    stderr: expect.stringContaining(
      'the token file `pipe` cannot be read: it is a pipe that nothing writes to',
    ) as string,
  });
});
