import { expect, test } from 'vitest';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import { findingsByStep } from '../../../src/report/page/step-findings.ts';
import { stepOf } from '../made-plan.ts';
import { findingOf } from './page-of.ts';

const text = [
  '# a comment',
  'kind: https-route',
  'name: north',
  '---',
  'kind: preset',
  'name: login',
  '--- # the next',
  'kind: https-route',
  'name: south',
  'spec: { description: "--- is no separator here" }',
  '---',
  'kind: https-route',
  'name: unchanged',
].join('\n');
const source = { path: 'resources/a.yaml', text };
const steps = [
  stepOf('https-route/north', 'update', { origin: { file: source.path, line: 2, column: 1 } }),
  stepOf('https-route/south', 'update', { origin: { file: source.path, line: 8, column: 1 } }),
  stepOf('https-route/gone', 'delete'),
];

function at(words: string, more: Partial<Diagnostic> = {}): Diagnostic {
  const start = text.indexOf(words);
  return findingOf('a-rule', words, { place: { source, start, end: start + 1 }, ...more });
}

test.each<[finding: Diagnostic, address: string | undefined]>([
  [at('# a comment', { address: 'https-route/south' }), 'https-route/south'],
  [at('# a comment', { address: 'https-route/gone' }), 'https-route/gone'],
  [at('# a comment', { address: 'https-route/unchanged' }), undefined],
  [at('# a comment'), 'https-route/north'],
  [at('name: north'), 'https-route/north'],
  [at('kind: preset'), undefined],
  [at('name: login'), undefined],
  [at('name: south'), 'https-route/south'],
  [at('spec: {'), 'https-route/south'],
  [at('name: unchanged'), undefined],
  [findingOf('a-rule', 'in another file'), undefined],
])('a finding stands in the card of its own resource: %#', (finding, address) => {
  expect(findingsByStep(steps, [finding], 'production')).toEqual(new Map([[address, [finding]]]));
});

test('a finding of another environment is in none', () => {
  const findings = [at('name: south', { environments: ['staging'] })];
  expect(findingsByStep(steps, findings, 'production').size).toBe(0);
});
