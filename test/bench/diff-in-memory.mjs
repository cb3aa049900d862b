import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './measure.mjs';

const count = 100_000;

/** The pure diff of 100,000 unchanged resources against a bare deep comparison of the same values, in one process. */
export function diffInMemory() {
  const { ratios, peakKiB } = run(count, 7);
  return {
    figure: 'plan of 100,000 unchanged resources / deep comparison of the same values',
    ratios,
    goal: '<= 2',
    peakMiB: peakKiB / 1024,
  };
}

/** Memory of such a plan for each resource: desired, live, the ledger's entry and the step. */
export function memoryOfDiff() {
  return {
    figure: 'KiB that such a plan holds a resource',
    ratios: [run(count, 0).heldKiB / count],
    goal: '<= 6',
  };
}

/** The memory for each resource with twice as many resources, which stays the same if it grows linearly. */
export function memoryGrowth() {
  return {
    figure: 'memory of a plan of 100,000 resources / of 50,000',
    ratios: [run(count, 0).heldKiB / run(count / 2, 0).heldKiB],
    goal: '<= 2.1',
  };
}

function run(resources, runs) {
  const args = [
    path.join(root, 'bin/run-ts.mjs'),
    'test/bench/diff-process.ts',
    String(resources),
    String(runs),
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: root });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
