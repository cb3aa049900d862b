import '../../property-seed.ts';
import fc from 'fast-check';
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileStats } from '../../../src/run/lint-cache/file-stats.ts';
import { openCleanFiles } from '../../../src/run/lint-cache/clean-files.ts';
import { compileReleased, readReleased } from '../../../src/run/lint-cache/read-released.ts';
import { lint } from '../../../src/lint/engine/lint.ts';
import { rules } from '../../../src/lint/rules.ts';
import type { Cache } from '../../../src/model/io.ts';
import type { Workspace } from '../../../src/model/workspace.ts';
import { lintJson } from '../../../src/report/findings/lint-json.ts';
import { checkedPolicies, type EarlierPolicies } from '../../../src/run/session/workspace/policies-of.ts';
import { loadWorkspace, openWorkspaceFiles } from '../../../src/workspace/load-workspace.ts';
import { doEdit, edits } from './edits.ts';
import { storedIn } from './stored.ts';
import { runs } from '../../runs.ts';

const bookshop = path.join(import.meta.dirname, '../../../examples/bookshop');
// So late that every file has settled down.
const now = new Date('2099-01-01T00:00:00Z');

function memoryCache(): Cache & { text: string | undefined } {
  const cache = {
    build: 'test',
    text: undefined as string | undefined,
    read: () => cache.text,
    write: (_: string, text: string) => void (cache.text = text),
  };
  return cache;
}

async function lintJudged(workspace: Workspace, earlier?: EarlierPolicies): Promise<string> {
  const environments = [...workspace.environments.keys()];
  const compiled = compileReleased(workspace, environments);
  const policies = await checkedPolicies(workspace, earlier);
  return lintJson(lint({ workspace, compiled, now, rules, policies }), '0');
}

/** As `lint` does it with a big workspace; undefined where even a big one is read at once. */
async function lintWithMemory(
  root: string,
  cache: Cache,
): Promise<{ text: string; cached: number } | undefined> {
  const opened = openWorkspaceFiles({ from: root });
  const environments = [...opened.environments.keys()];
  const clean = openCleanFiles({ cache, started: now, now }, opened, fileStats(root), environments);
  let cached = 0;
  const cleanUntil: typeof clean.cleanUntil = (...about) => {
    const until = clean.cleanUntil(...about);
    if (until !== undefined) cached++;
    return until;
  };
  const earlier = { areValid: clean.hasValidPolicies(), passes: clean.passes() };
  const policies = await checkedPolicies(opened, earlier);
  const judging = { environments, rules, policies, overriding: new Map(), now };
  const workspace = await readReleased(opened, judging, { ...clean, cleanUntil });
  if (workspace === undefined) return undefined;
  clean.keep(policies.diagnostics.length === 0);
  return { text: await lintJudged(workspace, earlier), cached };
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

/** Always true at once, but its cost, which counts both sides of `||`, is about 18,000 steps for each item of the outer list. */
function dear(outer: number): string {
  const [first, inner] = [outer, 60].map((count) => `[${Array.from({ length: count }, () => 0).join(',')}]`);
  return `size(name) < 99 || ${first}.all(a, ${inner}.all(b, ${inner}.all(c, true)))`;
}

/**
 * Many policies share the budget of twenty, so that a few resources reach the limit: the endpoints of the bookshop are just
 * below it with one policy, and just above it with another.
 */
const nearTheLimit = `
  below-the-limit: { kinds: [endpoint], assert: '${dear(30)}', message: dear }
  above-the-limit: { kinds: [endpoint], assert: '!name.startsWith("x") && (${dear(35)})', message: 'x at {{ name }}' }
${Array.from({ length: 97 }, (_, index) => `  cheap-${index}: { kinds: [tls-edge], assert: 'true', message: cheap }`).join('\n')}
`;

test('what is remembered says the same as a look at every file, whatever is edited between the runs', async () => {
  let recalled = 0;
  const refused = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(edits, { minLength: 1, maxLength: 2 }), { minLength: 4, maxLength: 8 }),
      (runs) =>
        withBookshop(async (root) => {
          appendFileSync(path.join(root, 'edgewright.yaml'), nearTheLimit);
          const cache = memoryCache();
          await lintWithMemory(root, cache);
          for (const run of runs) {
            for (const edit of run) doEdit(root, edit);
            const known = await lintWithMemory(root, cache);
            if (known === undefined) continue;
            recalled += known.cached;
            refused.add(known.text.split('costs too much on all resources').length - 1);
            expect(JSON.parse(known.text)).toEqual(
              JSON.parse(await lintJudged(loadWorkspace({ from: root }))),
            );
          }
        }),
    ),
    { numRuns: runs(40) },
  );
  expect(recalled).toBeGreaterThan(runs(300));
  // The edits lead over the limit and back.
  expect(refused.size).toBeGreaterThan(1);
});

test('no file of an unchanged workspace is checked alone again', () =>
  withBookshop(async (root) => {
    const cache = memoryCache();
    const first = await lintWithMemory(root, cache);
    const kept = cache.text;
    const second = await lintWithMemory(root, cache);
    expect(second?.text).toEqual(first?.text);
    expect(first?.cached).toBe(0);
    expect(second?.cached).toBe(Object.keys(storedIn(cache.text ?? '').files).length);
    expect(second?.cached).toBeGreaterThan(5);
    expect(cache.text).toBe(kept);
  }));

test('a file of the cache that is not whole, or another build wrote, is not believed', () =>
  withBookshop(async (root) => {
    const cache = memoryCache();
    await lintWithMemory(root, cache);
    const whole = cache.text ?? '';
    const isBelieved = async (text: string, build = 'test'): Promise<boolean> => {
      const run = await lintWithMemory(root, Object.assign(memoryCache(), { text, build }));
      return run?.cached !== 0;
    };
    expect(await isBelieved(whole)).toBe(true);
    expect(await isBelieved(whole, 'tester')).toBe(false);
    const length = whole.length;
    for (const at of [0, 5, 20, 22, 23, 200, length >> 1, length - 2]) {
      const damaged = `${whole.slice(0, at)}${whole[at] === '1' ? '2' : '1'}${whole.slice(at + 1)}`;
      expect(await isBelieved(damaged), `changed at ${at}`).toBe(false);
      expect(await isBelieved(whole.slice(0, at)), `cut at ${at}`).toBe(false);
    }
  }));
