/* The playground as a page of three files. Its sources are those of the command line. */
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { examples } from './examples.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

export async function buildPlayground(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of ['index.html', 'playground.css'])
    copyFileSync(path.join(here, name), path.join(folder, name));
  await build({
    entryPoints: [path.join(here, 'page.ts')],
    outfile: path.join(folder, 'playground.js'),
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    alias: { 'node:crypto': path.join(here, 'node-in-page.ts') },
    inject: [path.join(here, 'node-in-page.ts')],
    define: { edgewrightExamples: JSON.stringify(examples), edgewrightBuild: '"playground"' },
  });
}
