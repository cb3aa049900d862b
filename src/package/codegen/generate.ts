import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generatedFiles } from './generated-files.ts';

/**
 * `npm run generate` writes every outdated generated file; with `--check` it writes nothing, lists them on stderr and
 * exits with 1. Runs in the root of the repository.
 */
const root = process.cwd();
const isCheck = process.argv.includes('--check');

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

for (const [name, text] of generatedFiles(root)) {
  const file = path.join(root, name);
  if (contentOf(file) === text) continue;
  if (isCheck) {
    process.stderr.write(`${name} is stale: run \`npm run generate\`\n`);
    process.exitCode = 1;
  } else {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    process.stdout.write(`wrote ${name}\n`);
  }
}
