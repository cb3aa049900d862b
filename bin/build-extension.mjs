/*
 * Bundles the extension for VS Code into editors/vscode/dist: `node bin/build-extension.mjs [folder]`, then `vsce package
 * --no-dependencies` in editors/vscode. The editor provides the module `vscode`.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Where `dist/extension.js` is written. */
const folder = process.argv[2] ?? path.join(root, 'editors/vscode');

await build({
  absWorkingDir: root,
  entryPoints: ['editors/vscode/src/extension.ts'],
  outfile: path.join(folder, 'dist/extension.js'),
  bundle: true,
  platform: 'node',
  // Of the Electron in VS Code 1.91.
  target: 'node20.9',
  format: 'cjs',
  external: ['vscode'],
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
});
