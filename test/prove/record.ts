import { spawnSync } from 'node:child_process';
import path from 'node:path';

/*
 * `npm run record <file or folder…>` writes what tests get now into what they have recorded, for a person to read:
 * scenarios, reports, findings, pages. `-t <name>` narrows it, as everywhere in vitest. Proofs run in their part.
 */
const root = process.cwd();
const words = process.argv.slice(2);
const isProof = (word: string): boolean => word.endsWith('.prove.ts');
const proofs = words.filter(isProof);
const others = words.filter((word) => !isProof(word));

const codes = [
  others.length === 0 && proofs.length > 0
    ? 0
    : ran([path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...others]),
  ...proofs.map((proof) => ran(['bin/run-ts.mjs', 'test/prove/main.ts', proof])),
];
process.exitCode = Math.max(...codes);

function ran(args: readonly string[]): number {
  const env = { ...process.env, UPDATE: '1' };
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status ?? 1;
}
