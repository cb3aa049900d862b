import { severitySettings } from '../../kinds/documents/words.ts';
import type { Severity } from '../../model/diagnostic.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import { findingLines, findingSentence, placeLine } from './finding-lines.ts';
import { inert } from '../text/inert.ts';
import { inRepository } from './in-repository.ts';
import { severityWords, findingsSummary, toReport, type ReportFinding } from './lint-report.ts';

/** GitHub's limit of annotations for each level in one step; it drops the others. */
const shownPerLevel = 10;

const commands: Readonly<Record<Severity, string>> = { error: 'error', warn: 'warning', info: 'notice' };

/** Workflow commands for GitHub annotations, errors first. Findings over the limit are printed to the log instead. */
export function lintGithub(result: LintResult, { folder = '' }: { readonly folder?: string } = {}): string {
  const report = inRepository(toReport(result), folder);
  const levels = severitySettings.map((severity) =>
    report.findings.filter((one) => one.severity === severity),
  );
  const shown = levels.flatMap((findings) => findings.slice(0, shownPerLevel));
  const others = levels.flatMap((findings) => findings.slice(shownPerLevel));
  const lines = shown.map(annotation);
  if (others.length > 0) {
    lines.push(`${others.length} more; GitHub annotates ${shownPerLevel} of each level in a step:`);
    lines.push(...others.map(logLine));
  }
  return `${[...lines, findingsSummary(report)].join('\n')}\n`;
}

function annotation(finding: ReportFinding): string {
  const { severity, rule, place } = finding;
  const { start, end } = place;
  const isOneLine = start.line === end.line;
  const properties = [
    `file=${property(place.file)}`,
    `line=${start.line}`,
    `col=${start.column}`,
    `endLine=${end.line}`,
    ...(isOneLine ? [`endColumn=${Math.max(start.column, end.column)}`] : []),
    `title=${property(rule)}`,
  ];
  return `::${commands[severity]} ${properties.join(',')}::${data(findingLines(finding).join('\n'))}`;
}

function logLine(finding: ReportFinding): string {
  return `${placeLine(finding.place)}: ${severityWords[finding.severity]}[${finding.rule}] ${findingSentence(finding)}`;
}

function data(value: string): string {
  return inert(value).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(value: string): string {
  return data(value).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
