import { existsSync } from 'node:fs';
import path from 'node:path';
import { writeCorpus } from './corpus.mjs';
import { peakMemory, ratiosOf, root, time } from './measure.mjs';

const bareParse = path.join(root, 'test/bench/bare-parse.mjs');

/** `lint` of many files, against a process that does no more than read and parse the same files. */
export function lintMany(count, runs, goal) {
  return (folder) => {
    const { ours, peak, workspace } = linter(folder, count);
    return {
      figure: `lint of ${count.toLocaleString('en')} files / bare \`yaml\` parse of them`,
      ratios: ratiosOf(
        () => ours(),
        () => time([bareParse, workspace]),
        runs,
      ),
      goal,
      peakMiB: peak(),
    };
  };
}

/** Twice as many files against as many. */
export function lintGrowth(count, runs) {
  return (folder) => {
    const once = linter(folder, count);
    const twice = linter(folder, 2 * count);
    return {
      figure: `lint of ${(2 * count).toLocaleString('en')} files / of ${count.toLocaleString('en')}`,
      ratios: ratiosOf(
        () => twice.ours(),
        () => once.ours(),
        runs,
      ),
      goal: '<= 2.3',
    };
  };
}

/** On all cores there are against one of them; only where `taskset` can say so. */
export function lintOnCores(count, runs) {
  return (folder) => {
    const { ours } = linter(folder, count);
    return {
      figure: `lint of ${count.toLocaleString('en')} files on all cores / on one`,
      ratios: ratiosOf(
        () => ours(),
        () => ours(['taskset', '-c', '0']),
        runs,
      ),
      goal: '< 1',
    };
  };
}

/** The linter over a workspace of its own. `checkout`: another built clone of this repository. */
export function linter(folder, count, { perFile = 1, checkout = root } = {}) {
  const workspace = path.join(folder, `corpus-${count}-${perFile}`);
  if (!existsSync(workspace)) writeCorpus(workspace, count, perFile);
  const args = [path.join(checkout, 'bin/edgewright.js'), 'lint', '-C', workspace];
  const options = { env: { XDG_CACHE_HOME: path.join(folder, `cache-${path.basename(checkout)}`) } };
  return {
    workspace,
    ours: (command = []) => time(args, { ...options, command }),
    peak: () => peakMemory(args, options),
  };
}
