import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root, shipped } from './shipped.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgewright-code-cache-'));
  cpSync(path.join(root, 'examples/minimal'), folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const countListeners = `process.on('exit',()=>console.error(process.listenerCount('exit')))`;

test('the first three runs of a command keep the code of each file that they loaded, and others use it', () => {
  const run = (): string[] => {
    const { stderr, exit } = shipped(folder, ['plan', '--local', '--detailed-exitcode'], {
      NODE_OPTIONS: `--import data:text/javascript,${countListeners}`,
    });
    expect(exit).toBe(2);
    return stderr.trim().split('\n');
  };
  const kept = (): string[] => {
    const cache = path.join(folder, '.cache/edgewright');
    return readdirSync(cache).map((name) => `${name} ${statSync(path.join(cache, name)).ino}`);
  };
  let before: string[] = [];
  for (let runs = 1; runs <= 3; runs++) {
    // Ours, and the one that counts.
    expect(run().at(-1)).toBe('2');
    expect(kept().length).toBeGreaterThan(3);
    // A file that is written again is a different file.
    for (const one of before) expect(kept()).not.toContain(one);
    before = kept();
  }
  expect(run().at(-1)).toBe('1');
  expect(kept()).toEqual(before);
});

test('a run that only prints help or an error keeps no code', () => {
  for (const args of [['lint', '--help'], ['lint', '--no-such-option'], ['--version']]) {
    shipped(folder, args);
    expect(existsSync(path.join(folder, '.cache/edgewright'))).toBe(false);
  }
});

test('the first use of a library keeps the code around it, too', () => {
  const cache = path.join(folder, '.cache/edgewright');
  const kept = (): readonly (readonly [name: string, inode: number])[] =>
    readdirSync(cache).map((name) => [name, statSync(path.join(cache, name)).ino]);
  const isCode = ([name]: readonly [name: string, inode: number]): boolean => name.endsWith('.code');
  for (let runs = 1; runs <= 3; runs++) expect(shipped(folder, ['lint']).exit).toBe(0);
  const before = kept().filter(isCode);
  expect(shipped(folder, ['lint']).exit).toBe(0);
  expect(kept().filter(isCode)).toEqual(before);
  // The library of lint policies.
  appendFileSync(
    path.join(folder, 'edgewright.yaml'),
    'policies: { named: { assert: name != "", message: it has no name } }\n',
  );
  expect(shipped(folder, ['lint']).exit).toBe(0);
  const after = kept().filter(isCode);
  expect(after.length).toBe(before.length + 1);
  for (const one of before) expect(after).not.toContainEqual(one);
});

/** The largest code cache, in bytes. */
function codeSize(): number {
  const cache = path.join(folder, '.cache/edgewright');
  const names = readdirSync(cache).filter((name) => name.endsWith('.code'));
  return Math.max(...names.map((name) => statSync(path.join(cache, name)).size));
}

test('a later run has all of the code that it uses', () => {
  expect(shipped(folder, ['lint']).exit).toBe(0);
  const first = codeSize();
  // Takes the results of the first run, by code that the first run did not use.
  expect(shipped(folder, ['lint']).exit).toBe(0);
  expect(codeSize()).toBeGreaterThan(first);
});

test('a code cache that V8 rejects is written again', () => {
  for (let runs = 1; runs <= 3; runs++) expect(shipped(folder, ['lint']).exit).toBe(0);
  const size = codeSize();
  // V8 compares its flags with those of the run that wrote the cache.
  const flags = { NODE_OPTIONS: '--stack-trace-limit=20' };
  expect(shipped(folder, ['lint'], flags)).toMatchObject({ exit: 0, stderr: '' });
  expect(codeSize()).not.toBe(size);
});

test('a damaged code cache of the right length is not used, and written again', () => {
  for (let runs = 1; runs <= 3; runs++) expect(shipped(folder, ['lint']).exit).toBe(0);
  const cache = path.join(folder, '.cache/edgewright');
  const files = readdirSync(cache)
    .filter((name) => name.endsWith('.code'))
    .map((name) => path.join(cache, name));
  const damages: readonly ((bytes: Buffer) => void)[] = [
    (bytes) => void bytes.fill(0, bytes.length >> 2),
    (bytes) => void bytes.writeUInt8(255 - bytes.readUInt8(bytes.length >> 2), bytes.length >> 2),
    (bytes) => void bytes.fill(0xff, 1000, 3000),
  ];
  for (const damage of damages) {
    for (const file of files) {
      const bytes = readFileSync(file);
      damage(bytes);
      writeFileSync(file, bytes);
    }
    const before = files.map((file) => statSync(file).ino);
    expect(shipped(folder, ['lint'])).toMatchObject({ exit: 0, stderr: '' });
    expect(files.filter((file, index) => statSync(file).ino === before[index])).toHaveLength(0);
  }
});

test('files older than a month are removed from the cache folder, others are left alone', () => {
  const cache = path.join(folder, '.cache/edgewright');
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  const old = ['a.code', 'told-0.json', 'told-1.json.42'];
  const kept = ['told-1.json', 'notes.json', 'told.txt'];
  for (const name of [...old, ...kept]) {
    writeFileSync(path.join(cache, name), '');
    const days = name === 'told-1.json' ? 29 : 31;
    const seconds = Date.now() / 1000 - days * 24 * 60 * 60;
    utimesSync(path.join(cache, name), seconds, seconds);
  }
  expect(shipped(folder, ['lint']).exit).toBe(0);
  const names = readdirSync(cache);
  expect(old.filter((name) => names.includes(name))).toEqual([]);
  expect(kept.filter((name) => !names.includes(name))).toEqual([]);
});

test('a cache folder that cannot be made or written is not used, and the run goes on', () => {
  const file = path.join(folder, 'a-file');
  writeFileSync(file, '');
  for (const XDG_CACHE_HOME of [file, '/proc/nothing', '/dev/null']) {
    const { exit, stdout, stderr } = shipped(folder, ['lint'], { XDG_CACHE_HOME });
    expect([exit, stdout, stderr]).toEqual([0, expect.stringContaining('no problems'), '']);
  }
});
