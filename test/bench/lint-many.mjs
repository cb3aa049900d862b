import path from 'node:path';
import { writeCorpus } from './corpus.mjs';
import { edgewright, peakMemory, ratiosOf, root, time } from './measure.mjs';

/** `lint` of many files against a process that does no more than read and parse the same files. */
export function lintMany(count, runs) {
  return (folder) => {
    const workspace = path.join(folder, `corpus-${count}`);
    writeCorpus(workspace, count);
    const ours = [edgewright, 'lint', '-C', workspace];
    const bare = [path.join(root, 'test/bench/bare-parse.mjs'), workspace];
    return {
      figure: `lint of ${count.toLocaleString('en')} files / bare \`yaml\` parse of them`,
      ratios: ratiosOf(
        () => time(ours),
        () => time(bare),
        runs,
      ),
      goal: '<= 1.35',
      peakMiB: peakMemory(ours),
    };
  };
}
