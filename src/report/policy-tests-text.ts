import type { PolicyTestFile, PolicyTestResult } from '../model/policy/policy-test.ts';
import { lineColumn } from '../workspace/yaml/position.ts';
import { inertLine } from './text/inert.ts';
import { counted } from '../text/nouns.ts';

/** The cases by file with their results, and the policies without a case. */
export function policyTestsText(
  files: readonly PolicyTestFile[],
  results: readonly PolicyTestResult[],
  untested: readonly string[],
): string {
  const lines = files.flatMap(({ source, tests }) => [
    inertLine(source.path),
    ...results.filter(({ test }) => tests.includes(test)).flatMap(linesOf),
    '',
  ]);
  const failed = results.filter(({ failure }) => failure !== undefined).length;
  lines.push(`${counted(results.length, 'test')}, ${failed === 0 ? 'all as expected' : `${failed} failed`}`);
  if (untested.length > 0) lines.push(`no test for: ${untested.map(inertLine).join(', ')}`);
  return `${lines.join('\n')}\n`;
}

function linesOf({ test, failure }: PolicyTestResult): readonly string[] {
  const what = `${inertLine(test.policy)}: ${inertLine(test.name)}`;
  if (failure === undefined) return [`  ok    ${what}`];
  const { source, start } = test.place;
  const { line, column } = lineColumn(source, start);
  return [
    `  FAIL  ${what}`,
    ...failure.map((one) => `        ${inertLine(one)}`),
    `        at ${inertLine(source.path)}:${line}:${column}`,
  ];
}
