/** The results of tests, in each format. */
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import {
  testCounts,
  type TestCounts,
  type TestedCase,
  type TestReport,
} from '../../model/traffic/test-report.ts';
import type { Place } from '../../model/document.ts';
import { lineColumn } from '../../text/line-column.ts';
import { findingBlocks } from '../findings/lint-pretty.ts';
import { annotate } from '../text/annotations.ts';
import { harmless } from '../text/harmless.ts';
import { jsonText } from '../text/json.ts';
import { inertLine } from '../text/inert.ts';
import { codeSpan, rowText, sentence } from '../text/markdown.ts';
import { type JunitCase, junitText } from '../text/xml.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { coverLines, coverSummary, coverTree, resourceText } from './cover-text.ts';
import { gotTree, observedText, withText } from './request-words.ts';

interface TestTextOptions {
  readonly color?: boolean;
  readonly columns?: number;
  /** Whether tests that passed are listed, too. */
  readonly all?: boolean;
}

/** In the order in which a list of tests has them: those that failed are last, where a terminal shows them. */
const words: Readonly<Record<TestedCase['result'], string>> = {
  ok: 'ok       ',
  skipped: 'skipped  ',
  undecided: 'undecided',
  failed: 'FAILED   ',
};

/**
 * How many tests of each file passed, then a frame for each that is not as expected, and for each rule and module that
 * none takes, then the names of those tests, and a summary with the time.
 */
export function testText(report: TestReport, options: TestTextOptions = {}): string {
  const files = byFile(report.cases);
  const width = Math.min(mostColumns, Math.max(0, ...files.map(([path]) => inertLine(path).length)));
  const folded = files.flatMap(([path, cases]) => [
    `${inertLine(path).padEnd(width)}  ${countText(testCounts({ ...report, cases }), 'present')}`,
    ...(options.all === true ? passed(cases) : []),
  ]);
  const frames = findingBlocks(findingsOf(report), options).flatMap((block) => [block, '']);
  const others = report.cases.filter(({ result, note }) => result !== 'ok' || note !== undefined);
  const list = Object.keys(words).flatMap((result) =>
    others.filter((testedCase) => testedCase.result === result).map((testedCase) => otherLine(testedCase)),
  );
  const cover = report.covered === undefined ? [] : ['', ...coverLines(report.covered)];
  const parts = [
    ...folded,
    '',
    ...frames,
    ...list,
    ...(list.length === 0 ? [] : ['']),
    ...testSummary(report, 'timed'),
  ];
  return harmless(`${[...parts, ...cover].join('\n')}\n`);
}

const mostColumns = 56;

function passed(cases: readonly TestedCase[]): readonly string[] {
  return cases
    .filter(({ result }) => result === 'ok')
    .map((testedCase) => `  ${words.ok}  ${inertLine(nameOf(testedCase))}`);
}

/** `FAILED     the shop is open (production)  tests/shop.yaml:3`; of a test that is skipped, the reason. */
function otherLine(testedCase: TestedCase): string {
  const { result, place, skipped, note } = testedCase;
  const where = `${inertLine(place.source.path)}:${lineColumn(place.source, place.start).line}`;
  const why = skipped === undefined ? '' : `: ${inertLine(skipped)}`;
  const noted = note === undefined ? '' : `\n           ${inertLine(note)}`;
  return `${words[result]}  ${inertLine(nameOf(testedCase))}${why}  ${where}${noted}`;
}

/** `24 ok, 1 failed, 0 undecided`; without zeros for a part of the tests. */
function countText(counts: TestCounts, which: 'all' | 'present' = 'all'): string {
  return Object.entries(counts)
    .filter(([, count]) => which === 'all' || count > 0)
    .map(([result, count]) => `${count} ${result}`)
    .join(', ');
}

/** `Tests: 24 ok, 1 failed, 0 undecided`, and the policies that have none. */
function testSummary(report: TestReport, how: 'plain' | 'timed' = 'plain'): readonly string[] {
  const { untested = [], ms, mostSkipped } = report;
  const time =
    how === 'plain' || ms === undefined
      ? ''
      : ` in ${ms < 1000 ? `${Math.ceil(ms)} ms` : `${(ms / 1000).toFixed(1)} s`}`;
  return [
    `Tests: ${countText(testCounts(report))}${time}`,
    ...(mostSkipped === undefined
      ? []
      : [`Too many tests are skipped: at most ${mostSkipped} % may be (\`sent_tests\` in edgewright.yaml)`]),
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
          result: testedCase.result === 'skipped' ? 'undecided' : testedCase.result,
          results: testedCase.results,
          missing: testedCase.missing ?? [],
        })),
    skipped: testedCase.skipped,
    ...sentTree(testedCase),
    mismatches: testedCase.mismatches,
    message: testedCase.finding?.message,
    decided_at: testedCase.finding === undefined ? undefined : decidedAt(testedCase.finding),
  }));
  const { untested = [] } = report;
  return {
    format: 1,
    counts: testCounts(report),
    max_skipped_percent: report.mostSkipped,
    tests,
    untested_policies: untested.length === 0 ? undefined : untested,
    coverage: report.covered?.map(coverTree),
  };
}

/** The response that a client got, and where the files and the service disagree. */
function sentTree({ sent }: TestedCase): object {
  if (sent === undefined) return {};
  const { response, attempts, hidden, disagreement, objects, url, answering } = sent;
  return {
    response: response && {
      status: response.status,
      location: response.location,
      login: response.login,
      connection: response.connection,
      error: response.error,
      text: observedText(response),
    },
    attempts,
    url,
    answered_by: answering,
    not_compared: hidden.length === 0 ? undefined : hidden,
    disagreement: disagreement && {
      files: withText(disagreement.files),
      service: disagreement.service,
      text: disagreement.text,
    },
    objects,
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
  const seconds = testedCase.ms === undefined ? undefined : testedCase.ms / 1000;
  const { skipped, note } = testedCase;
  if (skipped !== undefined)
    return {
      name,
      seconds,
      inside: { tag: 'skipped', attributes: { message: inertLine(skipped) }, text: '' },
    };
  if (testedCase.finding === undefined)
    return { name, seconds, ...(note === undefined ? {} : { inside: { tag: 'system-out', text: note } }) };
  const { message, rule, place } = testedCase.finding;
  const { line, column } = lineColumn(place.source, place.start);
  return {
    name,
    seconds,
    inside: {
      tag: testedCase.result === 'failed' ? 'failure' : 'error',
      attributes: { message: inertLine(message), type: rule },
      text: [
        `${file}:${line}:${column}: ${withHelp(testedCase.finding)}`,
        ...(note === undefined ? [] : [note]),
      ].join('\n'),
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
  const noted = report.cases.flatMap((testedCase) => {
    const { place, skipped, note, result } = testedCase;
    const text = skipped === undefined ? note : `skipped: ${skipped}`;
    if (text === undefined) return [];
    const { source, start, end } = place;
    const at = { file: folder + source.path, ...lineColumn(source, start), end: lineColumn(source, end) };
    return [
      {
        level: 'notice' as const,
        title: `test ${result}`,
        text: `${nameOf(testedCase)}: ${text}`,
        place: at,
      },
    ];
  });
  const { lines, others } = annotate([...annotations, ...noted]);
  const cover = report.covered === undefined ? [] : [coverSummary(report.covered)];
  const rest = [...others.map(({ text }) => inertLine(text)), ...testSummary(report), ...cover];
  return `${[...lines, ...rest].join('\n')}\n`;
}

export function testMarkdown(report: TestReport, folder: string): string {
  const rows = report.cases
    .filter(({ result, note }) => result !== 'ok' || note !== undefined)
    .map((testedCase) => {
      const { finding, place, result, skipped, note } = testedCase;
      const where = `${folder}${place.source.path}:${lineColumn(place.source, place.start).line}`;
      return rowText([
        result,
        codeSpan(nameOf(testedCase)),
        codeSpan([finding?.message ?? skipped, note].filter((text) => text !== undefined).join('; ')),
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
