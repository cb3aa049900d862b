/** `main` as it is shipped, in this process: the bundles of dist/ as bin/edgewright.js loads them, without its cache. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import type { Io } from '../../src/model/io.ts';
import { root } from './shipped.ts';

type Require = (name: string) => unknown;
type Bundle = (
  exports: object,
  require: Require,
  module: { exports: object },
  file: string,
  dir: string,
) => void;

const builtin = createRequire(import.meta.url);
const loaded = new Map<string, unknown>();

export function shippedMain(argv: readonly string[], io: Io): Promise<number> {
  const name = argv[0] === 'lint' && !argv.includes('--live') ? 'lint.cjs' : 'main.cjs';
  const { main } = once(name) as { main: (argv: readonly string[], io: Io) => Promise<number> };
  return main(argv, io);
}

/** The files of dist/ that were loaded until now. */
export function loadedFiles(): readonly string[] {
  return [...loaded.keys()].sort();
}

function load(name: string): object {
  const file = path.join(root, 'dist', name);
  const module = { exports: {} };
  const run = new vm.Script(readFileSync(file, 'utf8'), { filename: file }).runInThisContext() as Bundle;
  const require: Require = (asked) => (asked.startsWith('./vendor/') ? once(asked) : builtin(asked));
  run(module.exports, require, module, file, path.dirname(file));
  return module.exports;
}

function once(name: string): unknown {
  if (!loaded.has(name)) loaded.set(name, load(name));
  return loaded.get(name);
}
