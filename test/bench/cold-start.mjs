import { readdirSync } from 'node:fs';
import path from 'node:path';
import { edgewright, peakMemory, ratiosOf, root, time } from './measure.mjs';

/** `lint` of a workspace, against the emptiest process there is. */
const startOf = (figure, example, goal) => (folder) => {
  const ours = [edgewright, 'lint', '-C', path.join(root, example)];
  // Of its own: the code cache is made by the first run, whichever workspace that was.
  const env = { XDG_CACHE_HOME: path.join(folder, 'cache', path.basename(example)) };
  return {
    figure,
    ratios: ratiosOf(
      () => time(ours, { env }),
      () => time(['-e', '0']),
      31,
    ),
    goal,
    peakMiB: peakMemory(ours, { env }),
  };
};

export const coldStart = startOf('lint of one file / `node -e 0`', 'examples/minimal', '<= 1.40');
export const bookshop = startOf('lint of the bookshop / `node -e 0`', 'examples/bookshop', '<= 2.6');

/** The single executable, made for this figure; its code caches are inside of it. */
export const binaryStart = (folder) => {
  const made = path.join(folder, 'binary');
  time([path.join(root, 'bin/build-binary.mjs'), made]);
  const name = readdirSync(made).find((file) => file.startsWith('edgewright-'));
  const options = { executable: path.join(made, name) };
  return {
    figure: 'lint of one file with the executable / `node -e 0`',
    ratios: ratiosOf(
      () => time(['lint', '-C', path.join(root, 'examples/minimal')], options),
      () => time(['-e', '0']),
      31,
    ),
    goal: '<= 1.60',
  };
};
