/**
 * What a run does, in counts that are the same on every machine: a rise is a regression that no clock of a shared
 * machine would show.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCorpus } from '../bench/corpus.mjs';
import { writeRoutes } from '../bench/local-api.mjs';
import { root, shipped } from '../bundle/shipped.ts';
import { isUpdating } from '../golden.ts';
import { rises, type Counts } from './rises.ts';

const recordedFile = path.join(import.meta.dirname, 'recorded.json');
const recorded = (existsSync(recordedFile) ? JSON.parse(readFileSync(recordedFile, 'utf8')) : {}) as Readonly<
  Record<string, Counts>
>;
const seen: Record<string, Counts> = {};
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'edgewright-counts-')));

/** Longer than a file must be unchanged before a cache believes its times. */
const settling = 2_500;

beforeAll(async () => {
  for (const name of ['minimal', 'bookshop'])
    cpSync(path.join(root, 'examples', name), path.join(folder, name), { recursive: true });
  writeCorpus(path.join(folder, 'corpus'), 600);
  writeRoutes(path.join(folder, 'creates'), 10);
  await setTimeout(settling);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  if (isUpdating) writeFileSync(recordedFile, `${JSON.stringify(seen, undefined, 2)}\n`);
});

const production = ['--local', '--fixture', 'fixture.yaml', '--env', 'production'];
// One at a time: creates that run at once share a wait for the disk, or not.
const inTurn = ['--local', '--yes', '--concurrency', '1'];

test.each([
  { name: 'lint of one resource', workspace: 'minimal', args: ['lint'] },
  { name: 'lint of the bookshop', again: 'unchanged', workspace: 'bookshop', args: ['lint'] },
  { name: 'lint of 600 files', again: 'unchanged', workspace: 'corpus', args: ['lint'] },
  { name: 'plan of the bookshop', workspace: 'bookshop', args: ['plan', ...production] },
  { name: 'apply of 10 creates', workspace: 'creates', args: ['apply', ...inTurn] },
])('$name does no more than recorded', ({ name, again, workspace, args }) => {
  for (const run of again === undefined ? [name] : [name, `${name}, ${again}`]) {
    seen[run] = countsOf(workspace, args);
    if (!isUpdating) expect(rises(run, recorded[run], seen[run])).toEqual([]);
  }
});

test('a figure that rose is named with both counts, and with the command that records it', () => {
  const before = { 'files read': 9, 'bytes of dist/ loaded': 1000 };
  expect(rises('lint', before, { 'files read': 9, 'bytes of dist/ loaded': 1050 })).toEqual([]);
  expect(rises('lint', before, { 'files read': 10, 'bytes of dist/ loaded': 1051 })).toEqual([
    'lint: files read rose from 9 to 10; if that is meant, record it with `npm run record test/counts/counts.prove.ts`',
    'lint: bytes of dist/ loaded rose from 1000 to 1051; if that is meant, record it with `npm run record test/counts/counts.prove.ts`',
  ]);
  expect(rises('lint', undefined, before)).toHaveLength(1);
});

function countsOf(workspace: string, args: readonly string[]): Counts {
  const file = path.join(folder, 'counts.json');
  const { stderr, exit } = shipped(path.join(folder, workspace), args, {
    // Each workspace has caches of its own, none at first.
    HOME: path.join(folder, 'homes', workspace),
    EDGEWRIGHT_NO_CODE_CACHE: '1',
    EDGEWRIGHT_COUNTS: file,
    NODE_OPTIONS: `--require ${path.join(import.meta.dirname, 'count-work.cjs')}`,
  });
  expect([exit, stderr]).toEqual([0, '']);
  return JSON.parse(readFileSync(file, 'utf8')) as Counts;
}
