/** The results of tests, in each format. */
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import { testCounts, type TestedCase, type TestReport } from '../../model/traffic/test-report.ts';
import type { Place } from '../../model/document.ts';
import { lineColumn } from '../../text/line-column.ts';
import { findingBlocks } from '../findings/lint-pretty.ts';
import { annotate } from '../text/annotations.ts';
import { harmless } from '../text/harmless.ts';
import { jsonText } from '../text/json.ts';
import { inertLine } from '../text/inert.ts';
import { codeSpan, rowText, sentence } from '../text/markdown.ts';
import { type JunitCase, junitText } from '../text/xml.ts';
import { groupBy } from '../../text/items-by.ts';
import { coverLines, coverSummary, coverTree, resourceText } from './cover-text.ts';
import { gotTree } from './request-words.ts';

interface TestTextOptions {
  readonly color?: boolean;
  readonly columns?: number;
}

const words: Readonly<Record<TestedCase['result'], string>> = {
  ok: 'ok       ',
  failed: 'FAILED   ',
  undecided: 'undecided',
};

/**
 * The cases by file, then a frame for each that is not as expected, and for each rule and module that none takes, then
 * a summary.
 */
export function testText(report: TestReport, options: TestTextOptions = {}): string {
  const files = byFile(report.cases).flatMap(([path, cases]) => [
    inertLine(path),
    ...cases.map((testedCase) => `  ${words[testedCase.result]}  ${inertLine(nameOf(testedCase))}`),
    '',
  ]);
  const frames = findingBlocks(findingsOf(report), options).flatMap((block) => [block, '']);
  const cover = report.covered === undefined ? [] : ['', ...coverLines(report.covered)];
  return harmless(`${[...files, ...frames, ...testSummary(report), ...cover].join('\n')}\n`);
}

/** `Tests: 24 ok, 1 failed, 0 undecided`, and the policies that have none. */
function testSummary(report: TestReport): readonly string[] {
  const { ok, failed, undecided } = testCounts(report);
  const { untested = [] } = report;
  return [
    `Tests: ${ok} ok, ${failed} failed, ${undecided} undecided`,
    ...(untested.length === 0 ? [] : [`Lint policies without a test: ${untested.map(inertLine).join(', ')}`]),
  ];
}

function nameOf({ name, policy, environment }: TestedCase): string {
  return `${policy === undefined ? '' : `${policy}: `}${name}${environment === undefined ? '' : ` (${environment})`}`;
}

function byFile(cases: readonly TestedCase[]): readonly (readonly [path: string, readonly TestedCase[]])[] {
  return [...groupBy(cases, ({ place }) => place.source.path)];
}

function findingsOf({ cases, gaps = [] }: TestReport): Pick<LintResult, 'diagnostics' | 'sensitive'> {
  return { diagnostics: [...cases.flatMap(({ finding }) => finding ?? []), ...gaps], sensitive: new Map() };
}

/** As JSON; `schemas/test-results.schema.json` is its schema. */
export function testJson(report: TestReport): string {
  return jsonText(testDocument(report));
}

/** The document as a value; undefined properties are absent in JSON. */
export function testDocument(report: TestReport): object {
  const tests = report.cases.map((testedCase) => ({
    name: testedCase.name,
    origin: placeIn(testedCase.place),
    policy: testedCase.policy,
    environment: testedCase.environment,
    result: testedCase.result,
    ...(testedCase.results === undefined
      ? {}
      : gotTree({
          result: testedCase.result,
          results: testedCase.results,
          missing: testedCase.missing ?? [],
        })),
    mismatches: testedCase.mismatches,
    message: testedCase.finding?.message,
    decided_at: testedCase.finding === undefined ? undefined : decidedAt(testedCase.finding),
  }));
  const { untested = [] } = report;
  return {
    format: 1,
    counts: testCounts(report),
    tests,
    untested_policies: untested.length === 0 ? undefined : untested,
    coverage: report.covered?.map(coverTree),
  };
}

function placeIn({ source, start }: Place): object {
  return { file: source.path, ...lineColumn(source, start) };
}

function decidedAt({ related: [first] }: Diagnostic): object | undefined {
  return first === undefined ? undefined : placeIn(first.place);
}

/** A suite for each file. An undecided test is an error, as it could not be run to its end. */
export function testJunit(report: TestReport, folder: string): string {
  const suites = byFile(report.cases).map(([path, cases]) => {
    const file = folder + path;
    return [file, cases.map((testedCase) => junitCase(testedCase, file))] as const;
  });
  return junitText('edgewright test', suites);
}

function junitCase(testedCase: TestedCase, file: string): JunitCase {
  const name = inertLine(nameOf(testedCase));
  if (testedCase.finding === undefined) return { name };
  const { message, rule, place } = testedCase.finding;
  const { line, column } = lineColumn(place.source, place.start);
  return {
    name,
    inside: {
      tag: testedCase.result === 'failed' ? 'failure' : 'error',
      attributes: { message: inertLine(message), type: rule },
      text: `${file}:${line}:${column}: ${withHelp(testedCase.finding)}`,
    },
  };
}

function withHelp({ message, help }: Diagnostic): string {
  return help === undefined ? message : `${message}\n${help}`;
}

/** Annotations at the lines of the tests. */
export function testGithub(report: TestReport, folder: string): string {
  const annotations = findingsOf(report).diagnostics.map((finding) => {
    const { source, start, end } = finding.place;
    const place = { file: folder + source.path, ...lineColumn(source, start), end: lineColumn(source, end) };
    const level = finding.severity === 'error' ? ('error' as const) : ('notice' as const);
    return { level, title: finding.rule, text: withHelp(finding), place };
  });
  const { lines, others } = annotate(annotations);
  const cover = report.covered === undefined ? [] : [coverSummary(report.covered)];
  const rest = [...others.map(({ text }) => inertLine(text)), ...testSummary(report), ...cover];
  return `${[...lines, ...rest].join('\n')}\n`;
}

export function testMarkdown(report: TestReport, folder: string): string {
  const rows = report.cases
    .filter(({ result }) => result !== 'ok')
    .map((testedCase) => {
      const { finding, place, result } = testedCase;
      const where = `${folder}${place.source.path}:${lineColumn(place.source, place.start).line}`;
      return rowText([
        result,
        codeSpan(nameOf(testedCase)),
        codeSpan(finding?.message ?? ''),
        codeSpan(where),
      ]);
    });
  const head = rows.length === 0 ? '' : '\n| result | test | why | place |\n| --- | --- | --- | --- |\n';
  return [`${testSummary(report).join('\n\n')}\n`, head, ...rows, ...coverMarkdown(report, folder)].join('');
}

function coverMarkdown({ covered, gaps = [] }: TestReport, folder: string): readonly string[] {
  if (covered === undefined) return [];
  const resources = covered.map((resource) =>
    rowText([codeSpan(resource.address), codeSpan(resource.environment), resourceText(resource)]),
  );
  const missing = gaps.map(({ message, place }) => {
    const where = `${folder}${place.source.path}:${lineColumn(place.source, place.start).line}`;
    return rowText([sentence(message), codeSpan(where)]);
  });
  return [
    `\n${coverSummary(covered)}\n`,
    ...(resources.length === 0
      ? []
      : ['\n| resource | environment | tested |\n| --- | --- | --- |\n', ...resources]),
    ...(missing.length === 0 ? [] : ['\n| not tested | place |\n| --- | --- |\n', ...missing]),
  ];
}
