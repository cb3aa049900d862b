/** `main` as it is shipped, in this process: the bundle of dist/, without its code cache. */
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Main from '../../src/main.ts';
import { root } from './shipped.ts';

const dist = path.join(root, 'dist') + path.sep;
const load = createRequire(import.meta.url);

export const shippedMain: typeof Main.main = (argv, io) => {
  const { main } = load(`${dist}main.cjs`) as typeof Main;
  return main(argv, io);
};

/** The files of dist/ that were loaded until now. */
export function loadedFiles(): readonly string[] {
  const files = Object.keys(load.cache).filter((file) => file.startsWith(dist));
  return files.map((file) => file.slice(dist.length)).sort();
}
