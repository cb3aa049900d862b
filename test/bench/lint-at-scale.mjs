import path from 'node:path';
import { linter } from './lint-many.mjs';
import { edgewright, peakMemory, ratiosOf, time } from './measure.mjs';

const many = 100_000;
const few = 10_000;
const runs = 3;

/** `lint` of 100,000 routes: time for each, against that of 10,000. */
export const lintAtScale = (perFile) => (folder) => {
  const [all, some] = [linter(folder, many, { perFile }), linter(folder, few, { perFile })];
  return {
    figure: `lint of 100,000 routes, ${perFile} in a file: time for each / of 10,000`,
    ratios: forEach(
      () => all.ours(),
      () => some.ours(),
    ),
    goal: '<= 1.20, 2 GiB',
    peakMiB: all.peak(),
  };
};

/** `compile` of 100,000 routes to one environment. */
export const compileAtScale = (folder) => {
  const [all, some] = [many, few].map((count) => {
    const { workspace } = linter(folder, count, { perFile: 5 });
    return [edgewright, 'compile', '-C', workspace, '--env', 'production', '--format', 'json'];
  });
  return {
    figure: 'compile of 100,000 routes: time for each / of 10,000',
    ratios: forEach(
      () => time(all),
      () => time(some),
    ),
    goal: '<= 1.20',
    peakMiB: peakMemory(all),
  };
};

/** `lint` of this commit against that of another one, built in a folder of its own. */
export const lintAgainst = (count) => (folder) => {
  const other = process.env.EDGEWRIGHT_BENCH_AGAINST;
  const figure = `lint of ${count.toLocaleString('en')} files / with another commit`;
  if (!other) return { figure, skipped: 'EDGEWRIGHT_BENCH_AGAINST names no checkout' };
  const [ours, theirs] = [linter(folder, count), linter(folder, count, { checkout: path.resolve(other) })];
  return {
    figure,
    ratios: ratiosOf(
      () => ours.ours(),
      () => theirs.ours(),
      runs,
    ),
    goal: '<= 0.57',
    peakMiB: ours.peak(),
  };
};

/** The ratios of the time for each route. */
function forEach(ofMany, ofFew) {
  return ratiosOf(ofMany, ofFew, runs).map((ratio) => (ratio * few) / many);
}
