import type { LintResult } from '../../model/lint/lint-result.ts';
import { inertLine, inertPath } from '../text/inert.ts';
import { xmlAttributes, xmlText } from '../text/xml.ts';
import {
  findingsSummary,
  helpBeside,
  type LintReport,
  type ReportFinding,
  type ReportFix,
  type ReportPlace,
  severityWords,
  toReport,
} from './lint-report.ts';

/**
 * Test results for Jenkins and GitLab: a suite for each file, a case for each finding. Errors are failed cases;
 * warnings and infos are passed cases with output, since lint passes with them. No times, so that equal files give
 * equal bytes.
 */
export function lintJunit(result: LintResult, { folder = '' }: { readonly folder?: string } = {}): string {
  const report = inRepository(toReport(result), folder);
  const suites =
    report.findings.length === 0
      ? cleanSuite(report)
      : [...byFile(report.findings)].flatMap(([file, found]) => suite(file, found));
  const attributes = { name: 'edgewright lint', ...counts(report.findings) };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${xmlAttributes(attributes)}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

/** Jenkins treats a report without a case as broken. */
function cleanSuite(report: LintReport): readonly string[] {
  const name = 'edgewright lint';
  return [
    `  <testsuite${xmlAttributes({ name, tests: 1, failures: 0, errors: 0 })}>`,
    `    <testcase${xmlAttributes({ name: findingsSummary(report), classname: name })}/>`,
    '  </testsuite>',
  ];
}

function suite(file: string, findings: readonly ReportFinding[]): readonly string[] {
  const name = inertLine(file);
  const names = namesOf(findings);
  return [
    `  <testsuite${xmlAttributes({ name, ...counts(findings) })}>`,
    ...findings.flatMap((finding, index) => testcase(finding, { name: names[index] ?? '', classname: name })),
    '  </testsuite>',
  ];
}

/** Names without line numbers, so that a case is the same in the next run; equal names are numbered. */
function namesOf(findings: readonly ReportFinding[]): readonly string[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const name = `${finding.rule}: ${findingSentence(finding)}`;
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return number === 1 ? name : `${name} (${number})`;
  });
}

function testcase(
  finding: ReportFinding,
  attributes: { readonly name: string; readonly classname: string },
): readonly string[] {
  const [message = '', ...rest] = findingLines(finding);
  const body = xmlText([`${placeLine(finding.place)}: ${message}`, ...rest].join('\n'));
  const inside =
    finding.severity === 'error'
      ? `<failure${xmlAttributes({ message, type: finding.rule })}>${body}</failure>`
      : `<system-out>${body}</system-out>`;
  return [`    <testcase${xmlAttributes(attributes)}>`, `      ${inside}`, '    </testcase>'];
}

function counts(findings: readonly ReportFinding[]): Readonly<Record<string, number>> {
  const failures = findings.filter(({ severity }) => severity === 'error').length;
  return { tests: Math.max(1, findings.length), failures, errors: 0 };
}

/** Findings in the format of Checkstyle's XML logger, which Jenkins, reviewdog and others read. */
export function lintCheckstyle(
  result: LintResult,
  { folder = '' }: { readonly folder?: string } = {},
): string {
  const { findings } = inRepository(toReport(result), folder);
  const rows = [...byFile(findings)].flatMap(([file, found]) => [
    `  <file${xmlAttributes({ name: inertLine(file) })}>`,
    ...found.map(error),
    '  </file>',
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<checkstyle version="4.3">',
    ...rows,
    '</checkstyle>',
    '',
  ].join('\n');
}

function error(finding: ReportFinding): string {
  const { place, severity, rule } = finding;
  const attributes = xmlAttributes({
    line: place.start.line,
    column: place.start.column,
    severity: severityWords[severity],
    message: findingSentence(finding),
    source: `edgewright.${rule}`,
  });
  return `    <error${attributes}/>`;
}

/** The findings of each file, files in the order of the report. */
export function byFile(findings: readonly ReportFinding[]): ReadonlyMap<string, readonly ReportFinding[]> {
  const files = new Map<string, ReportFinding[]>();
  for (const finding of findings) {
    const known = files.get(finding.place.file);
    if (known === undefined) files.set(finding.place.file, [finding]);
    else known.push(finding);
  }
  return files;
}

/**
 * The same report with paths from the root of the repository, for services that show findings next to its files.
 * `folder` is the workspace's folder in the repository: empty, or with a final `/`.
 */
export function inRepository(report: LintReport, folder: string): LintReport {
  if (folder === '') return report;
  const moved = <P extends ReportPlace>(place: P): P => ({ ...place, file: folder + place.file });
  const movedFix = (fix: ReportFix): ReportFix => ({ ...fix, edits: fix.edits.map(moved) });
  const findings = report.findings.map((finding) => ({
    ...finding,
    place: moved(finding.place),
    related: finding.related.map(moved),
    ...(finding.fix === undefined ? {} : { fix: movedFix(finding.fix) }),
  }));
  return { ...report, findings };
}

/** A finding as plain text, the message first. All of it is inert. */
export function findingLines(finding: ReportFinding): readonly string[] {
  const { message, environments, related, why, fix } = finding;
  const help = helpBeside(finding);
  const lines = [message];
  if (environments.length > 0) lines.push(`in: ${environments.join(', ')}`);
  for (const place of related) lines.push(`see: ${placeLine(place)}: ${place.label}`);
  if (why !== undefined) lines.push(`why: ${why}`);
  if (help !== undefined) lines.push(`help: ${help}`);
  if (fix !== undefined) lines.push(`fix: ${fix.title} ${fixFlags(fix)}`);
  return lines.map(inertLine);
}

/** The message alone, for formats with one line; the environments belong to it. */
export function findingSentence({ message, environments }: ReportFinding): string {
  return inertLine(environments.length === 0 ? message : `${message} (in ${environments.join(', ')})`);
}

/** `file:line:column`, which editors and terminals turn into links. */
export function placeLine({ file, start }: ReportPlace): string {
  return `${inertPath(file)}:${start.line}:${start.column}`;
}

function fixFlags({ safety }: NonNullable<ReportFinding['fix']>): string {
  return safety === 'safe' ? '(--fix)' : '(--fix --unsafe)';
}
