/** The purpose of each preset: `recommended` reports nothing in a careful team's workspace, `strict` gives advice. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compile } from '../../src/workspace/compile/compile.ts';
import { loadTrafficTools } from '../../src/lint/domain/policy/load-traffic-tools.ts';
import { lint } from '../../src/lint/engine/lint.ts';
import { rules } from '../../src/lint/rules.ts';
import type { PresetName } from '../../src/model/workspace/settings.ts';
import { loadWorkspace } from '../../src/workspace/load-workspace.ts';

/* Rules cannot wait: what checks policies is there before the first. */
await loadTrafficTools(['traffic_policy']);

function findingsOf(example: string, preset: PresetName): readonly string[] {
  const from = fileURLToPath(new URL(`../../examples/${example}/`, import.meta.url));
  const loaded = loadWorkspace({ from });
  const { settings } = loaded;
  const workspace = { ...loaded, settings: { ...settings, lint: { ...settings.lint, preset } } };
  const names = [...workspace.environments.keys()];
  const compiled = new Map(names.map((name) => [name, compile(workspace, name)]));
  const { diagnostics } = lint({ workspace, compiled, rules, now: new Date('2026-06-01T00:00:00Z') });
  return diagnostics.map(({ rule, message }) => `${rule}: ${message}`);
}

test.each(['bookshop', 'minimal'])(
  'nothing is reported in %s under `minimal` and `recommended`',
  (example) => {
    expect(findingsOf(example, 'minimal')).toEqual([]);
    expect(findingsOf(example, 'recommended')).toEqual([]);
  },
);

test('`strict` reports something in bookshop', () => {
  expect(findingsOf('bookshop', 'strict').length).toBeGreaterThan(5);
});
