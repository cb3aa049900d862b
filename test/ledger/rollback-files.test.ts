import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeFiles } from '../../src/ledger/node-files.ts';
import { rollbackFiles, type RollbackFiles } from '../../src/ledger/rollback-files.ts';

let root = '';
let files: RollbackFiles;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'rollback-'));
  files = rollbackFiles({ root, folder: '.edgewright', files: nodeFiles, environment: 'production' });
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a run is read as it was written, and readable by this user only', async () => {
  await files.write('7', 'the way back\n');
  expect(await files.read('7')).toBe('the way back\n');
  expect(statSync(path.join(root, '.edgewright/production/rollback/7.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.join(root, '.edgewright/production/rollback'))).toEqual(['7.json']);
});

test('leftovers of killed runs are removed', async () => {
  await files.write('1', 'one');
  writeFileSync(path.join(root, '.edgewright/production/rollback/9.tmp'), 'half');
  await files.write('2', 'two');
  expect(readdirSync(path.join(root, '.edgewright/production/rollback'))).toEqual(['1.json', '2.json']);
});

test('the last twenty by time are kept, and listed by serial as a number', async () => {
  const runs = Array.from({ length: 23 }, (_, index) => String(index + 1));
  for (const [index, run] of [...runs, '9-2'].entries()) await writtenAt(run, index);
  expect(await files.list()).toEqual(['5', '6', '7', '8', '9', '9-2', ...runs.slice(9)]);
});

test('the newest file stays, even if older ones have higher serials', async () => {
  const runs = Array.from({ length: 20 }, (_, index) => String(index + 100));
  for (const [index, run] of runs.entries()) await writtenAt(run, index);
  await files.write('7', 'of a ledger that was restored');
  expect(await files.list()).toEqual(['7', ...runs.slice(1)]);
});

async function writtenAt(run: string, second: number): Promise<void> {
  await files.write(run, run);
  utimesSync(path.join(root, `.edgewright/production/rollback/${run}.json`), second, second);
}

test('the name of a run cannot lead to a different file', async () => {
  await files.write('1', 'one');
  for (const run of ['../ledger', '1.json', '', '..', '2']) expect(await files.read(run)).toBeUndefined();
});

test('nothing is written or read through a link', async () => {
  mkdirSync(path.join(root, '.edgewright/production'), { recursive: true });
  symlinkSync(root, path.join(root, '.edgewright/production/rollback'));
  await expect(files.write('1', 'one')).rejects.toThrow('is a symbolic link');
  await expect(files.list()).rejects.toThrow('is a symbolic link');
});
