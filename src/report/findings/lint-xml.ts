import { severityWords } from '../../model/diagnostic.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import { inertLine } from '../text/inert.ts';
import { type JunitCase, junitText, xmlAttributes } from '../text/xml.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { findingsSummary, reportFindings, type ReportFinding } from './lint-report.ts';
import { findingLines, findingSentence, placeLine } from './finding-text.ts';

/**
 * Test results for Jenkins and GitLab: a suite for each file, a case for each finding. Errors are failed cases;
 * warnings and infos are passed cases with output, since lint passes with them.
 */
export function lintJunit(result: LintResult, folder: string): string {
  const name = 'edgewright lint';
  // Jenkins treats a report without a case as broken.
  if (result.diagnostics.length === 0) return junitText(name, [[name, [{ name: findingsSummary(result) }]]]);
  const files = [...groupBy(reportFindings(result, folder), ({ place }) => place.file)];
  return junitText(
    name,
    files.map(([file, found]) => {
      const names = namesOf(found);
      return [file, found.map((finding, index) => junitCase(finding, names[index] ?? ''))];
    }),
  );
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

function junitCase(finding: ReportFinding, name: string): JunitCase {
  const [message = '', ...rest] = findingLines(finding);
  const text = [`${placeLine(finding.place)}: ${message}`, ...rest].join('\n');
  return {
    name,
    inside:
      finding.severity === 'error'
        ? { tag: 'failure', attributes: { message, type: finding.rule }, text }
        : { tag: 'system-out', text },
  };
}

/** Findings in the format of Checkstyle's XML logger, which Jenkins, reviewdog and others read. */
export function lintCheckstyle(result: LintResult, folder: string): string {
  const files = groupBy(reportFindings(result, folder), ({ place }) => place.file);
  const rows = [...files].flatMap(([file, found]) => [
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
