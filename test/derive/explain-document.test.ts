/** Each document of a workspace and each of its keys is explained, with an example that lint takes. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { compile } from '../../src/workspace/compile/compile.ts';
import { explainField } from '../../src/derive/explain/explain.ts';
import type { Explanation } from '../../src/derive/explain/explanation.ts';
import { explainedDocuments } from '../../src/derive/explain/example-document.ts';
import { allSubjects } from '../../src/derive/explain/explain-document.ts';
import { kindSentences } from '../../src/derive/schema/resource-schemas.ts';
import { lint } from '../../src/lint/engine/lint.ts';
import { checkPolicies } from '../../src/lint/policy/run-policies.ts';
import { rules } from '../../src/lint/rules.ts';
import { renderExplanation } from '../../src/report/explain/explanation-text.ts';
import { yamlText } from '../../src/report/text/yaml.ts';
import { loadWorkspace } from '../../src/workspace/load-workspace.ts';
import { withFiles } from '../workspace/temporary-workspace.ts';

function explained(subject: string): Explanation {
  const found = explainField(subject);
  if ('suggestions' in found) throw new Error(`${subject} is not explained`);
  return found;
}

test('every kind of document is known', () => {
  for (const kind of Object.keys(kindSentences)) expect(explained(kind).subject).toBe(kind);
});

describe('every key', () => {
  test.each(allSubjects())('%s fits 80 columns, has words, an example and more to read', (subject) => {
    const explanation = explained(subject);
    const text = renderExplanation(explanation);
    const tooWide = text
      .split('\n')
      .filter((line) => line.length > 80 && !/^ +(?:[\w-]+:|page) +\S+$/.test(line));
    expect(tooWide).toEqual([]);
    expect(text).not.toContain('undefined');
    expect(explanation.doc).not.toBe('');
    expect(explanation.readOn.length).toBeGreaterThan(0);
    const last = subject.split('.').at(-1) ?? '';
    // Overrides are rules again.
    const isShown = !subject.includes('lint.overrides.');
    if (subject.includes('.') && isShown) expect(text).toContain(`${last}:`);
  });
});

test('aliases lead to the same', () => {
  for (const { name, aliases } of explainedDocuments)
    for (const alias of aliases) expect(explained(alias).subject).toBe(name);
  expect(explained('edgewright.yaml.safety.protect').subject).toBe('settings.safety.protect');
  expect(explained('https-route.overrides').subject).toBe('resource.overrides');
});

test('the examples make a workspace without errors', () => {
  const textOf = (name: string): string =>
    yamlText(explainedDocuments.find((one) => one.name === name)?.example ?? null);
  const files = {
    // The placeholder that pages print is no lineage.
    'edgewright.yaml': textOf('settings').replace('<your-lineage>', randomUUID()),
    'environments/production.yaml': textOf('environment'),
    'resources/all.yaml': ['resource', 'preset', 'removed', 'approval'].map(textOf).join('---\n'),
  };
  const workspace = withFiles(files, (root) => loadWorkspace({ from: root }));
  const policies = checkPolicies(workspace.settings, ['production']);
  const compiled = new Map([['production', compile(workspace, 'production')]]);
  const { diagnostics } = lint({ workspace, compiled, now: new Date('2026-06-01'), rules, policies });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([]);
});

test.each([
  ['circuit', ['https-route.circuit_breaker']],
  ['traffic-policy', ['https-route.traffic_policy']],
  ['vars', ['environment.vars']],
  ['max_deletes', ['settings.safety.max_deletes']],
  ['aproval', ['approval']],
  ['route', ['https-route']],
])('%s leads to %j', (subject, meant) => {
  expect(explainField(subject)).toMatchObject({ suggestions: expect.arrayContaining(meant) as string[] });
});
