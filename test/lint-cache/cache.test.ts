import '../property-seed.ts';
import fc from 'fast-check';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileStats } from '../../src/lint-cache/file-stats.ts';
import { openMemory } from '../../src/lint-cache/cache-memory.ts';
import { parseCache } from '../../src/lint-cache/cache-text.ts';
import { compileWithCache, readWithCache } from '../../src/lint-cache/cached-workspace.ts';
import { lint } from '../../src/lint/engine/lint.ts';
import { rules } from '../../src/lint/rules.gen.ts';
import type { Cache } from '../../src/model/io.ts';
import type { Workspace } from '../../src/model/workspace.ts';
import { lintJson } from '../../src/report/findings/lint-json.ts';
import { loadWorkspace, openWorkspaceFiles } from '../../src/workspace/load-workspace.ts';
import { doEdit, edits } from './edits.ts';
import { runs } from '../runs.ts';

const bookshop = path.join(import.meta.dirname, '../../examples/bookshop');
// So late that every file has settled down.
const now = new Date('2099-01-01T00:00:00Z');

function memoryCache(): Cache & { text: string | undefined } {
  const cache = {
    build: 'test',
    text: undefined as string | undefined,
    read: () => cache.text,
    write: (_: string, text: string) => void (cache.text = text),
    remove: () => void (cache.text = undefined),
  };
  return cache;
}

async function lintJudged(workspace: Workspace): Promise<string> {
  const environments = [...workspace.environments.keys()];
  const compiled = await compileWithCache(workspace, environments);
  return lintJson(lint({ workspace, compiled, now, rules }), '0');
}

/** As `lint` does it with a big workspace; undefined where even a big one is read at once. */
async function lintWithMemory(
  root: string,
  cache: Cache,
): Promise<{ text: string; cached: number } | undefined> {
  const opened = openWorkspaceFiles({ from: root });
  const environments = [...opened.environments.keys()];
  const memory = openMemory({ cache, started: now, now }, opened, fileStats(root), environments);
  const judging = { environments, rules, overriding: new Map(), now, spareMemory: undefined };
  const workspace = await readWithCache(opened, judging, memory);
  if (workspace === undefined) return undefined;
  memory.keep(true);
  return { text: await lintJudged(workspace), cached: workspace.cached?.size ?? 0 };
}

async function withBookshop(use: (root: string) => Promise<void>): Promise<void> {
  const home = mkdtempSync(path.join(tmpdir(), 'edgewright-cached-'));
  const root = path.join(home, 'bookshop');
  try {
    cpSync(bookshop, root, { recursive: true });
    await use(root);
  } finally {
    rmSync(home, { recursive: true });
  }
}

test('what is remembered says the same as a look at every file, whatever is edited between the runs', async () => {
  let recalled = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(edits, { minLength: 1, maxLength: 2 }), { minLength: 4, maxLength: 8 }),
      (runs) =>
        withBookshop(async (root) => {
          const cache = memoryCache();
          await lintWithMemory(root, cache);
          for (const run of runs) {
            for (const edit of run) doEdit(root, edit);
            const known = await lintWithMemory(root, cache);
            if (known === undefined) continue;
            recalled += known.cached;
            expect(JSON.parse(known.text)).toEqual(
              JSON.parse(await lintJudged(loadWorkspace({ from: root }))),
            );
          }
        }),
    ),
    { numRuns: runs(40) },
  );
  expect(recalled).toBeGreaterThan(runs(1000));
}, 120_000);

test('an unchanged workspace is recalled without a tree being read', () =>
  withBookshop(async (root) => {
    const cache = memoryCache();
    const first = await lintWithMemory(root, cache);
    const kept = cache.text;
    const second = await lintWithMemory(root, cache);
    expect(second).toEqual(first);
    expect(first?.cached).toBeGreaterThan(10);
    expect(cache.text).toBe(kept);
  }));

test('a file of the cache that is not whole, or another build wrote, is not believed', () =>
  withBookshop(async (root) => {
    const cache = memoryCache();
    await lintWithMemory(root, cache);
    const whole = cache.text ?? '';
    expect(parseCache('test', whole)?.files.length).toBeGreaterThan(5);
    expect(parseCache('tester', whole)).toBeUndefined();
    const length = whole.length;
    for (const at of [0, 5, 40, 69, 70, 71, 200, length >> 1, length - 2]) {
      const damaged = `${whole.slice(0, at)}${whole[at] === '1' ? '2' : '1'}${whole.slice(at + 1)}`;
      expect(parseCache('test', damaged), `changed at ${at}`).toBeUndefined();
      expect(parseCache('test', whole.slice(0, at)), `cut at ${at}`).toBeUndefined();
    }
  }));
