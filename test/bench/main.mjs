/*
 * `npm run bench [name…]`: every figure is a ratio of two things run side by side in this one run, because absolute
 * times mean nothing on a shared machine. Whole processes on both sides, start-up included, in turn (A B A B …); the
 * median is what counts. Beside it: the spread, and the peak memory of our process.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { applyAmongMany, ledgerAtScale } from './apply-at-scale.mjs';
import {
  applyCreates,
  applyOverRequests,
  recordedBytes,
  sharedPushes,
  sharedSyncs,
} from './apply-creates.mjs';
import { applyShards } from './apply-shards.mjs';
import { binaryBookshop, binaryStart } from './binary-start.mjs';
import { devThroughput } from './dev-proxy.mjs';
import { diffInMemory, memoryGrowth, memoryOfDiff } from './diff-in-memory.mjs';
import { bookshop, coldStart, hookOneChanged } from './hook.mjs';
import { compileAtScale, lintAgainst, lintAtScale } from './lint-at-scale.mjs';
import { lintGrowth, lintMany, lintOnCores } from './lint-many.mjs';
import { lintAjvCli, lintJsonschema } from './lint-peers.mjs';
import { policyBenches } from './lint-policies.mjs';
import { lspAnswers, lspGrowth } from './lsp-answers.mjs';
import { planAgainst, planGrowth, planMany, planOnly } from './plan-account.mjs';
import { planPage, searchInPage } from './plan-page.mjs';
import { playgroundKey, playgroundPlan, playgroundSize } from './playground.mjs';
import {
  planAmongFew,
  planFromBucket,
  planGrowing,
  planInWindows,
  planOverRequests,
  planPages,
  planRoutes,
} from './plan-routes.mjs';
import { planWithTests, requestTests, testAgain } from './request-tests.mjs';

const benches = {
  'cold-start': coldStart,
  bookshop,
  'hook-one-changed': hookOneChanged,
  'binary-start': binaryStart,
  'binary-bookshop': binaryBookshop,
  'lint-1000': lintMany(1_000, 9, ''),
  'lint-10000': lintMany(10_000, 5, '<= 0.60, 300 MiB'),
  'lint-jsonschema': lintJsonschema,
  'lint-ajv-cli': lintAjvCli,
  'lint-100000-files': lintAtScale(1),
  'lint-100000-documents': lintAtScale(5),
  'compile-100000': compileAtScale,
  'lint-10000-against': lintAgainst(10_000),
  'lint-100000-against': lintAgainst(100_000),
  'lint-cores': lintOnCores(10_000, 5),
  'lint-growth': lintGrowth(10_000, 5),
  ...policyBenches,
  'test-10000': requestTests,
  'test-again': testAgain(false),
  'test-one-change': testAgain(true),
  'plan-with-tests': planWithTests,
  'plan-1000-routes': planRoutes,
  'plan-pages': planPages,
  'plan-growing': planGrowing,
  'plan-over-requests': planOverRequests,
  'plan-100000': planMany,
  'plan-100000-growth': planGrowth,
  'plan-100000-against': planAgainst,
  'plan-only': planOnly,
  'plan-html-10000': planPage('html'),
  'plan-markdown-10000': planPage('markdown'),
  'plan-page-search': searchInPage,
  'playground-size': playgroundSize,
  'playground-key': playgroundKey,
  'playground-plan': playgroundPlan,
  'plan-rate-windows': planInWindows,
  'plan-rate-bucket': planFromBucket,
  'plan-rate-concurrent': planAmongFew,
  'dev-throughput': devThroughput,
  'lsp-10000': lspAnswers,
  'lsp-100000': lspGrowth,
  'apply-1000': applyCreates(1_000),
  'apply-5000': applyCreates(5_000),
  'apply-1000-git': applyCreates(1_000, { store: 'git' }),
  'apply-1000-postgres': applyCreates(1_000, { store: 'postgres' }),
  'apply-over-requests': applyOverRequests(1_000),
  'apply-5000-over-requests': applyOverRequests(5_000),
  'apply-among-100000': applyAmongMany,
  'ledger-100000': ledgerAtScale,
  'apply-bytes': recordedBytes,
  'apply-syncs': sharedSyncs,
  'apply-pushes': sharedPushes,
  'apply-shards': applyShards,
  'diff-100000': diffInMemory,
  'diff-memory': memoryOfDiff,
  'diff-memory-growth': memoryGrowth,
};
const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !Object.hasOwn(benches, name));
if (unknown !== undefined) {
  console.error(`no figure is called ${unknown}; there are: ${Object.keys(benches).join(', ')}`);
  process.exit(64);
}
const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-bench-'));
try {
  console.log('| figure | ratio (median) | spread | goal | peak memory |\n| --- | --- | --- | --- | --- |');
  for (const [name, bench] of Object.entries(benches)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const { figure, ratios, goal, peakMiB, skipped } = await bench(folder);
    if (skipped !== undefined) {
      console.log(`| ${figure} | not measured: ${skipped} | | | |`);
      continue;
    }
    const sorted = [...ratios].sort((a, b) => a - b);
    const median = sorted[sorted.length >> 1];
    const spread = `${sorted[0].toFixed(2)} to ${sorted.at(-1).toFixed(2)}`;
    console.log(
      `| ${figure} | ${median.toFixed(3)} | ${spread} | ${goal} | ${peakMiB === undefined ? '' : `${Math.round(peakMiB)} MiB`} |`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
