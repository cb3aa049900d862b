import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { pageScripts } from '../../bin/page-script.mjs';
import type * as Main from '../../src/main.ts';
import { plantedIn, plantedText, type PlantedMistake } from '../planted-edits.ts';
import { inProcess } from './history/front-door.ts';
import type { Violation } from './history/oracle.ts';
import { drawHistory, play } from './history/play.ts';

/* Proof that histories find bugs: each of these bugs, planted in a copy of the sources, must be found. */

interface PlantedBug extends PlantedMistake {
  /** The laws that it breaks; a violation of any one of them counts as found. */
  readonly breaks: readonly Violation['law'][];
}

const planted = plantedIn('model/planted.yaml') as readonly PlantedBug[];
const root = path.join(import.meta.dirname, '../..');

test.each(planted.map((bug) => [bug.what, bug] as const))('found: %s', { timeout: 1e8 }, async (_, bug) => {
  const main = await mainWith(bug);
  for (let seed = 0; seed < 400; seed++) {
    const { violations } = await play(drawHistory(seed), inProcess(main));
    if (violations.some(({ law }) => bug.breaks.includes(law))) {
      process.stdout.write(`planted: ${bug.what}: found by history ${seed}\n`);
      return;
    }
  }
  expect.fail(`400 histories did not find: ${bug.what}`);
});

/** `main` of a bundle of the sources with the bug. */
async function mainWith({ what, edits }: PlantedBug): Promise<typeof Main.main> {
  const folder = path.join(root, 'node_modules/.cache/edgewright');
  const outfile = path.join(folder, `planted-${process.pid}-${what.replaceAll(/\W+/g, '-')}.mjs`);
  mkdirSync(folder, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['src/main.ts'],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    define: pageScripts(),
    plugins: [
      {
        name: 'plant',
        setup: (bundling) => {
          bundling.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path: source }) => ({
            contents: plantedText(source, edits),
            loader: 'ts',
          }));
        },
      },
    ],
  });
  try {
    const { main } = (await import(pathToFileURL(outfile).href)) as typeof Main;
    return main;
  } finally {
    rmSync(outfile);
  }
}
