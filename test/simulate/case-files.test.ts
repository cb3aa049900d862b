/**
 * The cases are written from facts alone, and whoever writes an engine does not write them. A case on files that lint
 * refuses would prove nothing about files that people have.
 */
import { expect, test } from 'vitest';
import { rules } from '../../src/lint/rules.ts';
import { lintFiles } from '../lint/workspace-of.ts';
import { caseFiles, caseWorkspace, type RequestCase } from './case-files.ts';

const cases = [...caseFiles.values()].flat();

test.each([...caseFiles])('the files of %s have no findings', (_, list) => {
  const workspaces = new Set(list.map(({ files }) => files));
  for (const files of workspaces) {
    // Cases of a loop have one, on purpose.
    const judged = rules.filter(({ id }) => id !== 'traffic-policy-loop');
    const { diagnostics } = lintFiles(files, { rules: judged }, caseWorkspace);
    expect(
      diagnostics.map(({ rule, message, place }) => `${place.source.path}: ${rule}: ${message}`),
    ).toEqual([]);
  }
});

test('each case has a name of its own', () => {
  const names = cases.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('only an undecided case misses a fact, and its test does not give it', () => {
  const wrong = cases.filter(({ missing, outcome, test: request }) =>
    missing?.some((fact) => outcome !== 'undecided' || isGiven(request, fact.split('.'))),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('most cases pin what happens, and enough of them what must not pass', () => {
  const share = (outcome: RequestCase['outcome']): number =>
    cases.filter((each) => each.outcome === outcome).length / cases.length;
  expect(cases.length).toBeGreaterThanOrEqual(150);
  expect(share('ok')).toBeGreaterThan(0.65);
  expect(share('failed')).toBeGreaterThan(0.12);
  expect(share('undecided')).toBeGreaterThan(0.12);
});

function isGiven(value: unknown, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return value !== undefined;
  return typeof value === 'object' && value !== null && key in value
    ? isGiven((value as Readonly<Record<string, unknown>>)[key], rest)
    : false;
}
