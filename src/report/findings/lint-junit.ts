import type { LintResult } from '../../model/lint/lint-result.ts';
import { byFile, findingLines, findingSentence, inRepository, placeLine } from './lint-checkstyle.ts';
import { inertLine } from '../text/inert.ts';
import { findingsSummary, toReport, type LintReport, type ReportFinding } from './lint-report.ts';
import { xmlAttributes, xmlText } from '../text/xml.ts';

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
