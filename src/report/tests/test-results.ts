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
import { codeSpan } from '../text/markdown.ts';
import { xmlAttributes, xmlText } from '../text/xml.ts';
import { groupBy } from '../../text/items-by.ts';
import { gotTree } from './request-words.ts';

export interface TestTextOptions {
  readonly color?: boolean;
  readonly columns?: number;
}

const words: Readonly<Record<TestedCase['result'], string>> = {
  ok: 'ok       ',
  failed: 'FAILED   ',
  undecided: 'undecided',
};

/** The cases by file, then a frame for each that is not as expected, then a summary. */
export function testText(report: TestReport, options: TestTextOptions = {}): string {
  const files = byFile(report.cases).flatMap(([path, cases]) => [
    inertLine(path),
    ...cases.map((one) => `  ${words[one.result]}  ${inertLine(nameOf(one))}`),
    '',
  ]);
  const frames = findingBlocks(findingsOf(report), options).flatMap((block) => [block, '']);
  return harmless(`${[...files, ...frames, ...testSummary(report)].join('\n')}\n`);
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

/** The cases with paths from the top of the repository, beside whose files a forge shows them. */
function inRepository(cases: readonly TestedCase[], folder: string): readonly TestedCase[] {
  const moved = (place: Place): Place => ({
    ...place,
    source: { ...place.source, path: folder + place.source.path },
  });
  return cases.map((one) => ({
    ...one,
    place: moved(one.place),
    ...(one.finding && { finding: { ...one.finding, place: moved(one.finding.place) } }),
  }));
}

function findingsOf({ cases }: TestReport): Pick<LintResult, 'diagnostics' | 'sensitive'> {
  return { diagnostics: cases.flatMap(({ finding }) => finding ?? []), sensitive: new Map() };
}

/** As JSON; `schemas/test-results.schema.json` is its schema. */
export function testJson(report: TestReport): string {
  return jsonText(testDocument(report));
}

/** The document as a value; undefined properties are absent in JSON. */
export function testDocument(report: TestReport): object {
  const tests = report.cases.map((one) => ({
    name: one.name,
    origin: placeIn(one.place),
    policy: one.policy,
    environment: one.environment,
    result: one.result,
    ...(one.results === undefined
      ? {}
      : gotTree({ result: one.result, results: one.results, missing: one.missing ?? [] })),
    mismatches: one.mismatches,
    message: one.finding?.message,
    decided_at: one.finding === undefined ? undefined : decidedAt(one.finding),
  }));
  const { untested = [] } = report;
  return {
    format: 1,
    counts: testCounts(report),
    tests,
    untested_policies: untested.length === 0 ? undefined : untested,
  };
}

function placeIn({ source, start }: Place): object {
  return { file: source.path, ...lineColumn(source, start) };
}

function decidedAt({ related: [first] }: Diagnostic): object | undefined {
  return first === undefined ? undefined : placeIn(first.place);
}

/** The folder of the workspace in its repository, with a final `/`; empty for the top. */
interface InRepository {
  readonly folder?: string;
}

/** A suite for each file. An undecided test is an error, as it could not be run to its end. */
export function testJunit(report: TestReport, { folder = '' }: InRepository = {}): string {
  const all = inRepository(report.cases, folder);
  const counts = (cases: readonly TestedCase[]): Readonly<Record<string, number>> => {
    const { failed, undecided } = testCounts({ cases });
    return { tests: cases.length, failures: failed, errors: undecided };
  };
  const suites = byFile(all).flatMap(([path, cases]) => [
    `  <testsuite${xmlAttributes({ name: inertLine(path), ...counts(cases) })}>`,
    ...cases.flatMap((one) => junitCase(one, path)),
    '  </testsuite>',
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${xmlAttributes({ name: 'edgewright test', ...counts(all) })}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

function junitCase(one: TestedCase, path: string): readonly string[] {
  const attributes = xmlAttributes({ name: inertLine(nameOf(one)), classname: inertLine(path) });
  if (one.finding === undefined) return [`    <testcase${attributes}/>`];
  const { message, help, rule } = one.finding;
  const { line, column } = lineColumn(one.finding.place.source, one.finding.place.start);
  const tag = one.result === 'failed' ? 'failure' : 'error';
  const text = [`${path}:${line}:${column}: ${message}`, ...(help === undefined ? [] : [help])].join('\n');
  return [
    `    <testcase${attributes}>`,
    `      <${tag}${xmlAttributes({ message: inertLine(message), type: rule })}>${xmlText(text)}</${tag}>`,
    '    </testcase>',
  ];
}

/** Annotations at the lines of the tests. */
export function testGithub(report: TestReport, { folder = '' }: InRepository = {}): string {
  const annotations = inRepository(report.cases, folder).flatMap(({ finding }) => {
    if (finding === undefined) return [];
    const { source, start, end } = finding.place;
    const place = { file: source.path, ...lineColumn(source, start), end: lineColumn(source, end) };
    const text = [finding.message, ...(finding.help === undefined ? [] : [finding.help])].join('\n');
    return [{ level: 'error' as const, title: finding.rule, text, place }];
  });
  const { lines, others } = annotate(annotations);
  return `${[...lines, ...others.map(({ text }) => inertLine(text)), ...testSummary(report)].join('\n')}\n`;
}

export function testMarkdown(report: TestReport, { folder = '' }: InRepository = {}): string {
  const rows = inRepository(report.cases, folder)
    .filter(({ result }) => result !== 'ok')
    .map(({ finding, result, ...one }) => {
      const { line } = lineColumn(one.place.source, one.place.start);
      const place = `${one.place.source.path}:${line}`;
      return `| ${result} | ${codeSpan(nameOf({ ...one, result }))} | ${codeSpan(finding?.message ?? '')} | ${codeSpan(place)} |`;
    });
  const table =
    rows.length === 0 ? [] : ['', '| result | test | why | place |', '| --- | --- | --- | --- |', ...rows];
  return `${[testSummary(report).join('\n\n'), ...table].join('\n')}\n`;
}
