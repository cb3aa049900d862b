import { readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** All files of tests, those of `npm test` and those of `npm run prove`, below the root of the repository. */
export const testFiles: readonly string[] = readdirSync(path.join(root, 'test'), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((name) => /\.(?:test|prove)\.ts$/.test(name))
  .map((name) => `test/${name.replaceAll(path.sep, '/')}`)
  .sort();
