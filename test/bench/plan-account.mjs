/*
 * Plans of a workspace whose resources are all live: half are endpoints, seen by lists, half routes, each read by a
 * GET.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { serveFolder } from './local-api.mjs';
import { edgewright, ratiosOf, root, time } from './measure.mjs';

const many = 100_000;
const few = 10_000;
const api = 'http://127.0.0.1:4047';
const preload = path.join(root, 'test/bench/run-cost.cjs');

/** What a plan costs beside lint of the same files, in processor time: the API is a process of its own. */
export async function planMany(folder) {
  return withAccount(folder, many, [], (account) => {
    const costs = [];
    return {
      figure: `processor time of a plan of ${words(many)} resources / of lint of them; peak <= 600 MiB`,
      ratios: ratiosOf(
        () => costOf(account, ['plan'], costs).cpuMs,
        () => costOf(account, ['lint']).cpuMs,
        3,
      ),
      goal: '',
      peakMiB: Math.max(...costs.map(({ peakMiB }) => peakMiB)),
    };
  });
}

/** The processor time of each of many resources against each of few. */
export async function planGrowth(folder) {
  const small = await withAccount(folder, few, [], (account) => cheapest(account, 3));
  const large = await withAccount(folder, many, [], (account) => cheapest(account, 3));
  return {
    figure: `processor time of a plan for each of ${words(many)} resources / of ${words(few)}`,
    ratios: large.map((cpuMs, index) => cpuMs / many / (small[index] / few)),
    goal: '<= 1.2',
  };
}

/** Against another checkout, built, whose folder EDGEWRIGHT_BENCH_AGAINST names. */
export async function planAgainst(folder) {
  const other = process.env.EDGEWRIGHT_BENCH_AGAINST;
  const what = `processor time of a plan of ${words(many)} resources / with another commit`;
  if (!other) return { figure: what, skipped: 'EDGEWRIGHT_BENCH_AGAINST names no checkout' };
  return withAccount(folder, many, [], (account) => {
    const costs = [];
    return {
      figure: what,
      ratios: ratiosOf(
        () => costOf(account, ['plan'], costs).cpuMs,
        () => costOf(account, ['plan'], [], path.join(other, 'bin/edgewright.js')).cpuMs,
        3,
      ),
      goal: '<= 0.5',
      peakMiB: Math.max(...costs.map(({ peakMiB }) => peakMiB)),
    };
  });
}

/** One route, which needs one GET, against the whole account. */
export async function planOnly(folder) {
  return withAccount(folder, few, ['--latency', '5ms'], ({ workspace }) => {
    const run = (...flags) =>
      time([edgewright, 'plan', '-C', workspace, ...flags], { env: { CI: '', EDGEWRIGHT_API_URL: api } });
    return {
      figure: `plan of one address among ${words(few)} resources / of all, 5 ms a request`,
      ratios: ratiosOf(
        () => run('--only', 'https-route/route-7'),
        () => run(),
        3,
      ),
      goal: '< 1',
    };
  });
}

function cheapest(account, runs) {
  costOf(account, ['plan']);
  return Array.from({ length: runs }, () => costOf(account, ['plan']).cpuMs);
}

function costOf({ workspace, folder }, command, costs = [], program = edgewright) {
  const file = path.join(folder, 'cost.json');
  const env = { CI: '', EDGEWRIGHT_API_URL: api, EDGEWRIGHT_BENCH_COST: file };
  time(['--require', preload, program, ...command, '-C', workspace], { env });
  const cost = JSON.parse(readFileSync(file, 'utf8'));
  costs.push(cost);
  return cost;
}

async function withAccount(folder, count, flags, measure) {
  const workspace = path.join(folder, `account-${count}`);
  const data = path.join(folder, `account-api-${count}`);
  const maker = [path.join(root, 'bin/run-ts.mjs'), 'test/bench/applied-account.ts'];
  if (!existsSync(workspace)) time([...maker, workspace, data, api, String(count)]);
  const served = await serveFolder(data, flags);
  try {
    return await measure({ workspace, folder });
  } finally {
    await served.stop();
  }
}

function words(number) {
  return number.toLocaleString('en');
}
