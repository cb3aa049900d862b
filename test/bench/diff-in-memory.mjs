import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './measure.mjs';

/** The pure diff of 100,000 unchanged resources against a bare deep comparison of the same values, in one process. */
export function diffInMemory() {
  const args = [path.join(root, 'bin/run-ts.mjs'), 'test/bench/diff-process.ts'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: root });
  if (status !== 0) throw new Error(stderr);
  const { ratios, peakKiB } = JSON.parse(stdout);
  return {
    figure: 'plan of 100,000 unchanged resources / deep comparison of the same values',
    ratios,
    goal: '<= 3',
    peakMiB: peakKiB / 1024,
  };
}
