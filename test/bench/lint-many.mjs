import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeCorpus } from './corpus.mjs';
import { peakMemory, ratiosOf, root, time } from './measure.mjs';

const bareParse = path.join(root, 'test/bench/bare-parse.mjs');
const bareWalk = path.join(root, 'test/bench/bare-walk.mjs');

/** `lint` of many files that it never saw, against a process that does no more than read and parse the same files. */
export function lintMany(count, runs, goal) {
  return (folder) => {
    const { ours, peak, workspace } = linter(folder, count);
    return {
      figure: `lint of ${count.toLocaleString('en')} files / bare \`yaml\` parse of them`,
      ratios: ratiosOf(
        () => ours('cold'),
        () => time([bareParse, workspace]),
        runs,
      ),
      goal,
      peakMiB: peak('cold'),
    };
  };
}

/** The same again, nothing changed, against a process that walks and stats the same files. */
export function lintUnchanged(count, runs) {
  return (folder) => {
    const { ours, peak, workspace } = linter(folder, count);
    ours('warm');
    return {
      figure: `lint of ${count.toLocaleString('en')} unchanged files / walk and stat of them`,
      ratios: ratiosOf(
        () => ours('warm'),
        () => time([bareWalk, workspace]),
        runs,
      ),
      goal: '',
      peakMiB: peak('warm'),
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
        () => twice.ours('cold'),
        () => once.ours('cold'),
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
        () => ours('cold'),
        () => ours('cold', ['taskset', '-c', '0']),
        runs,
      ),
      goal: '< 1',
    };
  };
}

/** The linter over a workspace of its own, with a cache of its own. `checkout`: another built clone of this repository. */
export function linter(folder, count, { perFile = 1, checkout = root } = {}) {
  const workspace = path.join(folder, `corpus-${count}-${perFile}`);
  if (!existsSync(workspace)) writeCorpus(workspace, count, perFile);
  const cache = path.join(folder, `cache-${count}-${perFile}-${path.basename(checkout)}`);
  const args = [path.join(checkout, 'bin/edgewright.js'), 'lint', '-C', workspace];
  const options = { env: { XDG_CACHE_HOME: cache } };
  const prepare = (state) => {
    if (state === 'cold') forget(path.join(cache, 'edgewright'));
  };
  return {
    workspace,
    ours: (state, command = []) => {
      prepare(state);
      return time(args, { ...options, command });
    },
    peak: (state) => {
      prepare(state);
      return peakMemory(args, options);
    },
  };
}

/** The results of earlier runs, not the compiled code. */
function forget(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.json')) rmSync(path.join(folder, name));
  }
}
