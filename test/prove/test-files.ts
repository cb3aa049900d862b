import { readdirSync } from 'node:fs';
import path from 'node:path';

/** The root of the repository, where npm and vitest start what uses this, bundled or not. */
export const root = process.cwd();

/** All files of tests, those of `npm test` and those of `npm run prove`, relative to the root. */
export const testFiles: readonly string[] = readdirSync(path.join(root, 'test'), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((name) => /\.(?:test|prove)\.ts$/.test(name))
  .map((name) => `test/${name.replaceAll(path.sep, '/')}`)
  .sort();
