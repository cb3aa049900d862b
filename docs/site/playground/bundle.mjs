/* The playground as a page of three files. Its sources are those of the command line. */
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { examples } from './examples.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const inPage = path.join(here, 'node-in-page.ts');

const options = {
  bundle: true,
  minify: true,
  platform: 'browser',
  format: 'iife',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
};

export async function buildPlayground(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of ['index.html', 'playground.css'])
    copyFileSync(path.join(here, name), path.join(folder, name));
  const { outputFiles } = await build({
    ...options,
    entryPoints: [path.join(here, 'worker.ts')],
    write: false,
    alias: { 'node:crypto': inPage, 'node:path': inPage },
    inject: [inPage],
    define: { edgewrightBuild: '"playground"' },
  });
  await build({
    ...options,
    entryPoints: [path.join(here, 'page.ts')],
    outfile: path.join(folder, 'playground.js'),
    define: {
      edgewrightExamples: JSON.stringify(examples),
      edgewrightWorker: JSON.stringify(outputFiles[0].text),
    },
  });
}
