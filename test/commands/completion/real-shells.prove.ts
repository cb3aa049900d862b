/** Lines with tabs, typed into real shells in a terminal: what counts are the arguments that the program gets. */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasShell, typeInShell } from './type-in-shell.ts';

const examples = path.join(import.meta.dirname, '../../../examples');

/** A line as typed, with `\t` for the tab key, and the arguments that it becomes. */
const lines: readonly (readonly [string, readonly string[]])[] = [
  ['edgewright expl\t endpoi\t', ['explain', 'endpoint']],
  ['edgewright plan --env prod\t', ['plan', '--env', 'production']],
  ['edgewright plan --env=stag\t', ['plan', '--env=staging']],
  ['edgewright plan --only https-route/api-v2\t', ['plan', '--only', 'https-route/api-v2']],
  ['edgewright plan --only "https-route/adm\t', ['plan', '--only', 'https-route/admin']],
  ['edgewright plan --only team=stor\t', ['plan', '--only', 'team=storefront']],
  ['edgewright plan --only=team=stor\t', ['plan', '--only=team=storefront']],
  ['edgewright lint --rule policy-ip-ra\twarn', ['lint', '--rule', 'policy-ip-range=warn']],
  ['edgewright lint --rule policy-ip-range=er\t', ['lint', '--rule', 'policy-ip-range=error']],
  ['edgewright lint --format chec\t', ['lint', '--format', 'checkstyle']],
  ['edgewright ledger reb\t --rou\t my\\ ro\t', ['ledger', 'rebuild', '--routes', 'my routes.txt']],
  ['edgewright apply --rollb\t 1\t', ['apply', '--rollback', '17']],
  ['edgewright plan -C poli\t', ['plan', '-C', 'policies']],
  ['edgewright explain https-route.circ\t', ['explain', 'https-route.circuit_breaker']],
];

describe.each(['bash', 'zsh', 'fish'] as const)('%s', (shell) => {
  const isThere = hasShell(shell);
  const title = isThere
    ? 'completes what is typed'
    : `completes what is typed (skipped: no ${shell} or script)`;

  test.skipIf(!isThere)(title, async () => {
    const top = realpathSync(mkdtempSync(path.join(tmpdir(), `edgewright-${shell}-`)));
    const folder = path.join(top, 'a workspace');
    try {
      cpSync(path.join(examples, 'bookshop'), folder, { recursive: true });
      writeFileSync(path.join(folder, 'my routes.txt'), '');
      mkdirSync(path.join(folder, '.edgewright/production/rollback'), { recursive: true });
      writeFileSync(path.join(folder, '.edgewright/production/rollback/17.json'), '{}');
      const { ran, screen } = await typeInShell(shell, { folder, lines: lines.map(([line]) => line) });
      // Zsh takes the slash of a folder away again when the line ends.
      const withoutSlash = ran.map((words) => words.map((word) => word.replace(/\/$/, '')));
      expect(withoutSlash, screen).toEqual(lines.map(([, words]) => words));
      expect(screen).not.toMatch(/error:|command not found|SyntaxError/);
    } finally {
      rmSync(top, { recursive: true, force: true });
    }
  });
});
