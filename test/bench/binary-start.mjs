import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ratiosOf, root, time } from './measure.mjs';

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
