/** `main` as it is shipped, in this process: the halves of dist/ as bin/edgewright.js puts them together, without its cache. */
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

interface Half {
  readonly main: (argv: readonly string[], io: Io) => Promise<number>;
  /** Undefined for a module that it does not hold. */
  readonly moduleOf: (name: string) => unknown;
}

const builtin = createRequire(import.meta.url);
const loaded = new Map<string, unknown>();

export function shippedMain(argv: readonly string[], io: Io): Promise<number> {
  const name = argv[0] === 'lint' && !argv.includes('--live') ? 'lint' : 'main';
  return half(name, name).main(argv, io);
}

/** What was loaded of dist/ until now, libraries left out. */
export function loadedHalves(): readonly string[] {
  return [...loaded.keys()].filter((name) => /^(?:lint|main)(?:-rest)?$/.test(name)).sort();
}

function half(name: string, of: string): Half {
  return once(name, () => load(`${name}.cjs`, of)) as Half;
}

function load(name: string, of: string): object {
  const file = path.join(root, 'dist', name);
  const module = { exports: {} };
  const run = new vm.Script(readFileSync(file, 'latin1'), { filename: file }).runInThisContext() as Bundle;
  run(module.exports, (asked) => required(asked, of), module, file, path.dirname(file));
  return module.exports;
}

function required(name: string, of: string): unknown {
  if (name.startsWith('src/'))
    return once(`${of} ${name}`, () => half(of, of).moduleOf(name) ?? half(`${of}-rest`, of).moduleOf(name));
  return name.startsWith('./vendor/') ? once(name, () => load(name, of)) : builtin(name);
}

function once(name: string, make: () => unknown): unknown {
  if (!loaded.has(name)) loaded.set(name, make());
  return loaded.get(name);
}
