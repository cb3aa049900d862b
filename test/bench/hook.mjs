import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { edgewright, peakMemory, ratiosOf, root, time } from './measure.mjs';

/** `lint` of a workspace as a commit hook runs it, against the emptiest process there is. */
const lintOf =
  (figure, example, { goal, between = () => undefined }) =>
  (folder) => {
    const workspace = path.join(folder, figure.replaceAll(/\W+/g, '-'));
    cpSync(path.join(root, 'examples', example), workspace, { recursive: true });
    const args = [edgewright, 'lint', '-C', workspace];
    const options = { env: { XDG_CACHE_HOME: path.join(folder, 'cache', path.basename(workspace)) } };
    // Of its own: the code cache is made by the first run, whichever workspace that was.
    time(args, options);
    const ours = () => {
      between(workspace);
      return time(args, options);
    };
    return {
      figure,
      ratios: ratiosOf(ours, () => time(['-e', '0']), 31),
      goal,
      peakMiB: peakMemory(args, options),
    };
  };

export const coldStart = lintOf('lint of one file / `node -e 0`', 'minimal', { goal: '<= 2.2' });
export const bookshop = lintOf('lint of the bookshop / `node -e 0`', 'bookshop', { goal: '<= 4.5' });
/** Each time another value, which no run has seen before. */
let changes = 0;
export const hookOneChanged = lintOf('lint of the bookshop, one file changed / `node -e 0`', 'bookshop', {
  goal: '<= 3.2',
  between: (workspace) => {
    const file = path.join(workspace, 'resources/storefront/checkout.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/rolling_window: \d+/, `rolling_window: ${100 + changes++}`));
  },
});
