/** A trace and a test are one engine: the test that `trace --save-test` writes of each case passes. */
import { stringify } from 'yaml';
import { expect, test } from 'vitest';
import { expectationOf } from '../../src/run/tests/expectation-of.ts';
import { UserError } from '../../src/model/errors.ts';
import { gotOf } from '../../src/model/traffic/got.ts';
import type { RequestTest } from '../../src/model/traffic/request-test.ts';
import type { TraceAnswer } from '../../src/model/traffic/trace.ts';
import { runRequestTests } from '../../src/simulate/run-tests.ts';
import { workspaceOf } from '../lint/workspace-of.ts';
import { share } from '../runs.ts';
import { caseFiles, caseWorkspace, type RequestCase } from './case-files.ts';
import { tracedIn, type TracedTest } from './tests-of.ts';

const cases = [...caseFiles].flatMap(([file, list]) =>
  list.map((one) => [`${file} ${one.name}`, one] as const),
);

test.each(share(cases))('%s', (_, { files, env = 'production', test: request }) => {
  const { facts, answers, side } = tracedCase(files, env, request);
  for (const { edge, way } of answers) {
    expect(way.results).toContainEqual(gotOf(way.outcome));
    const isOpen = way.steps.some(({ otherwise = [] }) => otherwise.length > 0);
    expect(isOpen, 'a step without which the result is not known').toBe(way.results.length > 1);
    const expected = expectationIn(way, facts.facts.url);
    if (expected === undefined) continue;
    const given = { ...facts.facts.given, ...(edge === undefined ? {} : { edge }) };
    const saved: RequestTest = { ...facts, facts: { ...facts.facts, given }, expect: expected };
    const [result] = runRequestTests([saved], side);
    expect(result?.result, JSON.stringify(expected)).toMatchObject({ verdict: 'ok' });
  }
});

test('most cases have a result that can be expected', () => {
  const all = share(cases).flatMap(([, { files, env = 'production', test: request }]) => {
    const { facts, answers } = tracedCase(files, env, request);
    return answers.map(({ way }) => expectationIn(way, facts.facts.url) !== undefined);
  });
  expect(all.filter(Boolean).length).toBeGreaterThan(all.length / 2);
});

function tracedCase(files: RequestCase['files'], env: string, request: RequestCase['test']): TracedTest {
  const document = stringify({ tests: [{ name: 'case', environments: [env], ...request }] });
  const workspace = workspaceOf({ ...files, 'tests/case.yaml': document }, caseWorkspace);
  const traced = tracedIn(workspace, env);
  if (traced === undefined) throw new Error('the case cannot be read');
  return traced;
}

/** Undefined where `--save-test` refuses: nothing is served, or a fact is missing. */
function expectationIn(way: TraceAnswer['way'], url: string): RequestTest['expect'] | undefined {
  try {
    return expectationOf(way, url);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
