/**
 * A workspace that uses every field of every kind as a careful team would: `recommended` reports nothing in it, so no
 * rule is a false alarm on ordinary use. A new field of a kind has to be added here.
 */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compile } from '../../../src/workspace/compile/compile.ts';
import type { Field, Fields } from '../../../src/kinds/field.ts';
import { kindNames, kinds } from '../../../src/kinds/index.ts';
import { loadTrafficTools } from '../../../src/lint/domain/policy/load-traffic-tools.ts';
import { lint } from '../../../src/lint/engine/lint.ts';
import { checkPolicies } from '../../../src/lint/policy/run-policies.ts';
import { rules } from '../../../src/lint/rules.ts';
import type { PresetName } from '../../../src/model/workspace/settings.ts';
import { loadWorkspace } from '../../../src/workspace/load-workspace.ts';

/* Rules cannot wait: what checks policies is there before the first. */
await loadTrafficTools(['traffic_policy']);

const from = fileURLToPath(new URL('workspace/', import.meta.url));
const workspace = loadWorkspace({ from });
const environments = [...workspace.environments.keys()];
const compiled = new Map(environments.map((name) => [name, compile(workspace, name)]));

function findingsUnder(preset: PresetName): readonly string[] {
  const { settings } = workspace;
  const asPreset = { ...workspace, settings: { ...settings, lint: { ...settings.lint, preset } } };
  const policies = checkPolicies(settings, environments);
  const now = new Date('2026-06-01T00:00:00Z');
  const { diagnostics } = lint({ workspace: asPreset, compiled, rules, policies, now });
  return diagnostics.map(
    ({ rule, severity, message, place }) => `${place.source.path}: ${severity} ${rule}: ${message}`,
  );
}

/** The paths of all writable fields of a kind, and every value of a field with a fixed set of values. */
function writable(fields: Fields, above: string): readonly string[] {
  return Object.entries(fields)
    .filter(([, field]) => field.readOnly !== true)
    .flatMap(([name, field]) => [`${above}.${name}`, ...below(field, `${above}.${name}`)]);
}

function below(field: Field, path: string): readonly string[] {
  if (field.type === 'module') return writable(field.module.fields, path);
  if (field.type === 'object') return writable(field.fields, path);
  return field.type === 'string' ? (field.values ?? []).map((value) => `${path} = ${value}`) : [];
}

function usedIn(value: unknown, path: string): readonly string[] {
  if (typeof value === 'string') return [path, `${path} = ${value}`];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => usedIn(inner, `${path}.${name}`))];
}

test.each(['minimal', 'recommended'] as const)('nothing is reported under `%s`', (preset) => {
  expect(findingsUnder(preset)).toEqual([]);
});

test('`strict` reports no error', () => {
  expect(findingsUnder('strict').filter((found) => found.includes(': error '))).toEqual([]);
});

test.each(kindNames)('every field of %s is used', (name) => {
  const resources = [...compiled.values()].flatMap(({ desired }) => desired);
  const used = new Set(
    resources.filter(({ kind }) => kind === name).flatMap(({ spec }) => usedIn(spec, name)),
  );
  expect(writable(kinds[name].fields, name).filter((path) => !used.has(path))).toEqual([]);
});

test('every kind of document is present', () => {
  expect(workspace.presets.size).toBeGreaterThan(0);
  expect(workspace.removed.length).toBeGreaterThan(0);
  expect(workspace.approvals.length).toBeGreaterThan(0);
  expect(environments).toEqual(['production', 'staging']);
});
