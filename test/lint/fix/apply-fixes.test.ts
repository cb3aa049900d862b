import { expect, test } from 'vitest';
import { applyFixes } from '../../../src/lint/fix/apply-fixes.ts';
import { rules } from '../../../src/lint/rules.ts';
import type { RuleSetting } from '../../../src/model/workspace/settings.ts';
import { lintFiles } from '../workspace-of.ts';

const strict = new Map<string, RuleSetting>(rules.map(({ id }) => [id, { severity: 'warn' }]));
const name = 'environments/production.yaml';

test('of two entries that are deleted with only space between them, the second waits for the next round', () => {
  const rounds = [fixed('vars:\n  one: 1\n\n  two: 2\n')];
  rounds.push(fixed(rounds[0] ?? ''));
  expect(rounds).toEqual(['vars:\n\n  two: 2\n', 'vars: {}\n\n']);
});

test('two entries with another one between them are deleted at once', () => {
  expect(fixed('vars:\n  one: 1\n  two: www\n  three: 3\n', '$(two)')).toBe('vars:\n  two: www\n');
});

function fixed(text: string, host = 'www'): string {
  const resource = `kind: endpoint\nname: www\nspec: { url: 'https://${host}.example.com' }\n`;
  const { workspace, diagnostics } = lintFiles(
    { [name]: text, 'resources/a.yaml': resource },
    { rules, overriding: strict },
  );
  return applyFixes(workspace.sources, diagnostics, 'unsafe').texts.get(name) ?? text;
}
