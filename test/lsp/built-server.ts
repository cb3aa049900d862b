import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The command line, built from the sources as they are; a command that runs it, and what takes it away again. */
export async function builtCommand(): Promise<{
  readonly command: readonly string[];
  readonly remove: () => void;
}> {
  // Inside node_modules, so that the bundle finds the libraries.
  const folder = path.join(root, 'node_modules/.cache/edgewright', `lsp-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'edgewright.mjs');
  await build({
    absWorkingDir: root,
    stdin: { contents: "import { run } from './src/main.ts'; run();", resolveDir: root, loader: 'ts' },
    outfile: file,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20.18',
    format: 'esm',
    logLevel: 'warning',
  });
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  return {
    command: [process.execPath, file],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
