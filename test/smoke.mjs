/*
 * `node test/smoke.mjs <command…>`: lint, plan, apply and the empty plan after it with a built command line, on the
 * system that this runs on. Exits with 1 at the first surprise.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
// A path of the command is relative to here, and the command runs elsewhere.
const [program, ...words] = process.argv
  .slice(2)
  .map((word) => (word.includes('/') ? path.resolve(word) : word));
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-smoke-'));
const plan = ['plan', '--local', '--ledger', 'file', '--detailed-exitcode'];
try {
  for (const name of ['minimal', 'bookshop'])
    cpSync(path.join(root, 'examples', name), path.join(folder, name), { recursive: true });
  const isRight =
    expected('minimal', ['--version'], { exit: 0, text: `${version}\n` }) &&
    expected('bookshop', ['lint'], { exit: 0, text: 'no problems in ' }) &&
    expected('bookshop', ['compile', '--env', 'production'], { exit: 0, text: 'endpoint/www-eu:\n' }) &&
    expected('minimal', plan, { exit: 2, text: '1 to create' }) &&
    expected('minimal', ['apply', '--local', '--ledger', 'file', '--yes'], { exit: 0, text: 'Applied: ' }) &&
    expected('minimal', plan, { exit: 0, text: 'No changes' });
  process.exitCode = isRight ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function expected(workspace, args, { exit, text }) {
  const cwd = path.join(folder, workspace);
  const { status, stdout, stderr, error } = spawnSync(program, [...words, ...args], {
    cwd,
    encoding: 'utf8',
  });
  const isRight = status === exit && stdout.includes(text);
  console.log(`${isRight ? 'ok     ' : 'FAILED '} edgewright ${args.join(' ')}`);
  if (!isRight)
    console.log(
      `exit ${status}, expected ${exit} and \`${text.trim()}\`: ${(stderr + stdout).slice(0, 2000)}${error ?? ''}`,
    );
  return isRight;
}
