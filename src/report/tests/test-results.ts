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
import { widthOf, wrap } from '../text/flow-text.ts';
import { inertLine } from '../text/inert.ts';
import { codeSpan, rowText, sentence } from '../text/markdown.ts';
import { type JunitCase, junitText } from '../text/xml.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { coverLines, coverSummary, coverTree, resourceText } from './cover-text.ts';
import { gotTree, observedText, withText } from './request-words.ts';

interface TestTextOptions {
  readonly color?: boolean;
  readonly columns?: number;
  /** `few`: tests are listed below their file if they are few. `log`: all are, each on one line to search for. */
  readonly list?: 'log' | 'all' | 'few';
}

/** So many tests are listed at a terminal, and can be seen at once. A log cannot be asked for more: it lists all. */
const few = 10;

/** In the order in which a list of tests has them: those that failed are last, where a terminal shows them. */
const words: Readonly<Record<TestedCase['result'], string>> = {
  ok: 'ok       ',
  skipped: 'skipped  ',
  undecided: 'undecided',
  failed: 'FAILED   ',
};

/**
 * How many tests of each file passed, and their names, then a frame for each that is not as expected, and for each rule
 * and module that none takes, then the names of those tests if they are out of sight, and a summary with the time.
 */
export function testText(report: TestReport, options: TestTextOptions = {}): string {
  const { list = 'log' } = options;
  const columns = list === 'log' ? Infinity : (options.columns ?? 80);
  const areFew = report.cases.length <= few;
  const isListed = list !== 'few' || areFew;
  const files = byFile(report.cases);
  const widest = Math.max(0, ...files.map(([path]) => inertLine(path).length));
  const width = isListed ? 0 : Math.min(mostColumns, widest);
  const folded = files.flatMap(([path, cases]) => [
    `${inertLine(path).padEnd(width)}  ${countText(testCounts({ ...report, cases }), 'present')}`,
    ...(isListed ? cases.flatMap((testedCase) => listedLines(testedCase, columns)) : []),
  ]);
  const frames = findingBlocks(findingsOf(report), options).flatMap((block) => [block, '']);
  const others = report.cases.filter((testedCase) =>
    isListed ? isWrong(testedCase) && !areFew : isNamed(testedCase),
  );
  const named = Object.keys(words).flatMap((result) =>
    others
      .filter((testedCase) => testedCase.result === result)
      .flatMap((other) => otherLines(other, columns)),
  );
  const cover = report.covered === undefined ? [] : ['', ...coverLines(report.covered)];
  const parts = [
    ...folded,
    '',
    ...frames,
    ...named,
    ...(named.length === 0 ? [] : ['']),
    ...testSummary(report, 'timed'),
  ];
  return harmless(`${[...parts, ...cover].join('\n')}\n`);
}

const mostColumns = 56;

/** `  ok         the shop is open (production)`, below its file. */
function listedLines(testedCase: TestedCase, columns: number): readonly string[] {
  const room = columns - 2;
  return [...wrapped(caseText(testedCase), room), ...notedLines(testedCase, room)].map((line) => `  ${line}`);
}

function isWrong({ result }: TestedCase): boolean {
  return result === 'failed' || result === 'undecided';
}

/** Whether a test is named where those that passed are only counted. */
function isNamed({ result, note }: TestedCase): boolean {
  return result !== 'ok' || note !== undefined;
}

/** `FAILED     the shop is open (production)  tests/shop.yaml:3`; of a test that is skipped, the reason. */
function otherLines(testedCase: TestedCase, columns: number): readonly string[] {
  const { place } = testedCase;
  const text = caseText(testedCase);
  const where = `${inertLine(place.source.path)}:${lineColumn(place.source, place.start).line}`;
  const isBeside = widthOf(text) + 2 + widthOf(where) <= columns;
  return [
    ...(isBeside ? [`${text}  ${where}`] : [...wrapped(text, columns), indented(where)]),
    ...notedLines(testedCase, columns),
  ];
}

function caseText(testedCase: TestedCase): string {
  const { result, skipped } = testedCase;
  const why = skipped === undefined ? '' : `: ${inertLine(skipped)}`;
  return `${words[result]}  ${inertLine(nameOf(testedCase))}${why}`;
}

function notedLines({ note }: TestedCase, columns: number): readonly string[] {
  return note === undefined ? [] : wrap(inertLine(note), roomOf(columns)).map(indented);
}

/** Below the name, between words; wrapping joins blanks, which a name may have. */
function wrapped(text: string, columns: number): readonly string[] {
  if (widthOf(text) <= columns) return [text];
  const head = text.slice(0, indent);
  return wrap(text.slice(indent), roomOf(columns)).map((line, index) =>
    index === 0 ? `${head}${line}` : indented(line),
  );
}

/** The width of a word and the blanks behind it. */
const indent = 11;

function indented(line: string): string {
  return ' '.repeat(indent) + line;
}

function roomOf(columns: number): number {
  return Math.max(40, columns) - indent;
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
