import type { LintResult } from '../../model/lint/lint-result.ts';
import { byFile } from './by-file.ts';
import { findingSentence } from './finding-lines.ts';
import { inertLine } from '../text/inert.ts';
import { inRepository } from './in-repository.ts';
import { severityWords, toReport, type ReportFinding } from './lint-report.ts';
import { xmlAttributes } from '../text/xml.ts';

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
