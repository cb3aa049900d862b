import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
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

test('a run keeps the code of each file that it loaded, with one listener, and the next run uses it', () => {
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
  // Ours, and the one that counts.
  expect(run().at(-1)).toBe('2');
  const before = kept();
  expect(before.length).toBeGreaterThan(3);
  // Written anew it would be another file.
  expect(run().at(-1)).toBe('1');
  expect(kept()).toEqual(before);
}, 60_000);
