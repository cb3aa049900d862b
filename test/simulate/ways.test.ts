/**
 * The way of each request as a trace shows it: its steps, each with the resource where it is written, the result, and
 * the facts that are missing; then what its test says. `ways/` has them.
 */
import { stringify } from 'yaml';
import { expect, test } from 'vitest';
import type { RequestWay } from '../../src/model/traffic/trace.ts';
import { failureTexts, resultText } from '../../src/report/tests/request-words.ts';
import { resultNotes, wayRow } from '../../src/report/trace/way-text.ts';
import { runRequestTests } from '../../src/simulate/run-tests.ts';
import { groupBy } from '../../src/text/lists/group-by.ts';
import { expectText } from '../golden.ts';
import { workspaceOf } from '../lint/workspace-of.ts';
import { share } from '../runs.ts';
import { caseFiles, caseWorkspace, type RequestCase } from './case-files.ts';
import { filesFor, requestsOf } from './request-files.ts';
import { tracedIn, type TracedTest } from './tests-of.ts';
import { contradictionText, unknownText } from '../../src/report/tests/unknown-words.ts';

/** Of a single expression, the value is all that counts. */
const requests = [...requestsOf('requests'), ...requestsOf('not-green')].filter(
  ([, one]) => one.policy ?? one.route ?? one.resources ?? one.files,
);

const requestsByFile = groupBy(requests, ([name]) => name.replace(/:.*/s, ''));
const groups = [
  ...[...caseFiles].map(
    ([file, list]) => [`cases-${file.replace('.yaml', '')}`, list.map(wayOfCase)] as const,
  ),
  ...[...requestsByFile].map(
    ([file, list]) =>
      [
        file,
        list.map(
          ([name, one]) =>
            () =>
              wayOf(name, filesFor(one)),
        ),
      ] as const,
  ),
];

test.each(share(groups))('%s', (name, list) => {
  const ways = list.map((way) => way());
  expect(ways.filter((way) => way.includes('->')).length).toBeGreaterThan(ways.length / 3);
  expectText(new URL(`ways/${name}.txt`, import.meta.url), `${ways.join('\n')}\n`);
});

function wayOfCase({ name, files, env = 'production', test: request }: RequestCase): () => string {
  const tests = [{ name: 'case', environments: [env], ...request }];
  return () => wayOf(name, { ...files, 'tests/case.yaml': stringify({ tests }) }, env);
}

function wayOf(name: string, files: RequestCase['files'], env = 'production'): string {
  const traced = tracedIn(workspaceOf(files, caseWorkspace), env);
  const lines = traced && [...answerLines(traced), ...testLines(traced)];
  return [name, ...(lines ?? ['the test cannot be read'])].join('\n    ');
}

function answerLines({ answers }: TracedTest): readonly string[] {
  return answers.flatMap(({ edge, way }) => [...(edge === undefined ? [] : [edge]), ...linesOf(way)]);
}

/** The verdict of the test, and why it is not ok. */
function testLines({ facts, side }: TracedTest): readonly string[] {
  const [ran] = runRequestTests([facts], side);
  if (ran === undefined) return [];
  const { verdict, missing, contradictions, failures } = ran.result;
  const whys = [
    ...(verdict === 'undecided' ? missing.map(unknownText) : []),
    ...contradictions.map((fact) => `${fact.give}: ${contradictionText(fact).message}`),
    ...failureTexts(failures),
  ];
  return [`= ${verdict}`, ...whys.map((why) => `  ${why}`)];
}

function linesOf(way: RequestWay): readonly string[] {
  const steps = way.steps.map((step) => {
    const { word, name, text, isInRule } = wayRow(step);
    const at = 'at' in step ? `(${step.at.address})` : '';
    return `${isInRule ? '  ' : ''}${[word, name, text, at].filter((one) => one !== '').join(' ')}`;
  });
  return [...steps, `-> ${resultText(way)}`, ...resultNotes(way).map((note) => `   ${note}`)];
}
