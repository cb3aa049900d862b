import { edgewright, peakMemory, ratiosOf, root, time } from './measure.mjs';
import path from 'node:path';

/** `lint` of a workspace with one resource file, against the emptiest process there is. */
export function coldStart() {
  const ours = [edgewright, 'lint', '-C', path.join(root, 'examples/minimal')];
  return {
    figure: 'lint of one file / `node -e 0`',
    ratios: ratiosOf(
      () => time(ours),
      () => time(['-e', '0']),
      31,
    ),
    goal: '<= 1.25',
    peakMiB: peakMemory(ours),
  };
}
