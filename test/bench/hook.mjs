import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { edgewright, peakMemory, ratiosOf, root, time } from './measure.mjs';

/** `lint` of a workspace as a commit hook runs it, against the emptiest process there is. */
const lintOf =
  (figure, example, { goal, between }) =>
  (folder) => {
    const workspace = path.join(folder, figure.replaceAll(/\W+/g, '-'));
    cpSync(path.join(root, 'examples', example), workspace, { recursive: true });
    const cache = path.join(folder, 'cache', path.basename(workspace));
    const args = [edgewright, 'lint', '-C', workspace];
    const options = { env: { XDG_CACHE_HOME: cache } };
    // Of its own: the code cache is made by the first run, whichever workspace that was.
    time(args, options);
    // A file that was just written is not cached.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
    time(args, options);
    const ours = () => {
      between({ workspace, cache: path.join(cache, 'edgewright') });
      return time(args, options);
    };
    return {
      figure,
      ratios: ratiosOf(ours, () => time(['-e', '0']), 31),
      goal,
      peakMiB: peakMemory(args, options),
    };
  };

/** The results of earlier runs, not the compiled code. */
const forget = ({ cache }) => {
  for (const name of readdirSync(cache)) if (name.endsWith('.json')) rmSync(path.join(cache, name));
};

export const coldStart = lintOf('lint of one file / `node -e 0`', 'minimal', {
  goal: '<= 2.20',
  between: forget,
});
export const bookshop = lintOf('lint of the bookshop / `node -e 0`', 'bookshop', {
  goal: '<= 4.50',
  between: forget,
});
export const hookUnchanged = lintOf('lint of the bookshop, unchanged / `node -e 0`', 'bookshop', {
  goal: '',
  between: () => undefined,
});

/** Each time another value, which no run has seen before. */
let changes = 0;
export const hookOneChanged = lintOf('lint of the bookshop, one file changed / `node -e 0`', 'bookshop', {
  goal: '<= 3.20',
  between: ({ workspace }) => {
    const file = path.join(workspace, 'resources/storefront/checkout.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/rolling_window: \d+/, `rolling_window: ${100 + changes++}`));
  },
});
