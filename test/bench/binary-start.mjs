import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ratiosOf, root, time } from './measure.mjs';

/** The single executable, made once for its figures. */
const startOf = (figure, example, goal) => (folder) => {
  const made = path.join(folder, 'binary');
  if (!existsSync(made)) time([path.join(root, 'bin/build-binary.mjs'), made]);
  const name = readdirSync(made).find((file) => file.startsWith('edgewright-'));
  const ours = ['lint', '-C', path.join(root, 'examples', example)];
  return {
    figure,
    ratios: ratiosOf(
      () => time(ours, { executable: path.join(made, name) }),
      () => time(['-e', '0']),
      31,
    ),
    goal,
  };
};

export const binaryStart = startOf(
  'lint of one file with the executable / `node -e 0`',
  'minimal',
  '<= 1.60',
);
export const binaryBookshop = startOf(
  'lint of the bookshop with the executable / `node -e 0`',
  'bookshop',
  '<= 2.2',
);
