/**
 * The extension, packaged by the marketplace's own tool. The registry is the only place from which something is loaded.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const repository = path.join(import.meta.dirname, '../..');
/** The last major version for Node 20. */
const packager = '@vscode/vsce@3.9.2';

test('vsce packages the extension, and nothing that does not belong to it', { timeout: 600_000 }, () => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'edgewright-vsce-'));
  try {
    writeFileSync(path.join(scratch, 'package.json'), '{"private": true}');
    run(scratch, 'npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', packager);
    const folder = path.join(scratch, 'extension');
    cpSync(path.join(repository, 'editors/vscode'), folder, { recursive: true });
    const bundle = `--outfile=${path.join(folder, 'dist/extension.js')}`;
    run(repository, 'npm', 'run', '--silent', 'build:extension', '--', bundle);
    const vsce = path.join(scratch, 'node_modules/@vscode/vsce/vsce');
    const said = run(
      folder,
      process.execPath,
      vsce,
      'package',
      '--no-dependencies',
      '--out',
      'edgewright.vsix',
    );
    expect(said).not.toMatch(/WARN|ERROR/);
    expect(namesIn(readFileSync(path.join(folder, 'edgewright.vsix'))).toSorted()).toEqual([
      '[Content_Types].xml',
      'extension.vsixmanifest',
      'extension/LICENSE.txt',
      'extension/THIRD-PARTY-NOTICES.md',
      'extension/dist/extension.js',
      'extension/package.json',
      'extension/readme.md',
    ]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});

function run(cwd: string, program: string, ...words: readonly string[]): string {
  return execFileSync(program, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The names in the central directory of a zip file. */
function namesIn(zip: Buffer): readonly string[] {
  const names: string[] = [];
  const entry = Buffer.from('PK\u0001\u0002', 'latin1');
  for (let at = zip.indexOf(entry); at !== -1; at = zip.indexOf(entry, at + 46))
    names.push(zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)));
  return names;
}
