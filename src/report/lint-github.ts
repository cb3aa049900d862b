import type { Severity } from '../model/diagnostic.ts';
import type { LintResult } from '../model/lint-result.ts';
import { inert, inertLine, inertPath } from './inert.ts';
import { summaryLine, toReport, type ReportFinding } from './lint-report.ts';

/** GitHub shows so many annotations of each level for one step, and drops the others. */
const shownPerLevel = 10;

const commands: Readonly<Record<Severity, string>> = { error: 'error', warn: 'warning', info: 'notice' };
const order: readonly Severity[] = ['error', 'warn', 'info'];

/** Workflow commands that GitHub turns into annotations, errors first. What it would not show stands in the log. */
export function lintGithub(result: LintResult): string {
  const report = toReport(result);
  const lines: string[] = [];
  for (const severity of order) {
    const findings = report.findings.filter((one) => one.severity === severity);
    lines.push(...findings.slice(0, shownPerLevel).map(annotation));
    lines.push(...findings.slice(shownPerLevel).map(logLine));
  }
  return `${[...lines, summaryLine(report)].join('\n')}\n`;
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
  return `::${commands[severity]} ${properties.join(',')}::${data(text(finding))}`;
}

function text({ message, why, help, fix, environments }: ReportFinding): string {
  const lines = [message];
  if (environments.length > 0) lines.push(`in: ${environments.join(', ')}`);
  if (why !== undefined) lines.push(`why: ${why}`);
  if (help !== undefined) lines.push(`help: ${help}`);
  if (fix !== undefined) lines.push(`fix: ${fix.title}`);
  return lines.map((line) => inertLine(line)).join('\n');
}

function logLine({ place, severity, rule, message }: ReportFinding): string {
  return `${inertPath(place.file)}:${place.start.line}:${place.start.column}: ${severity}[${rule}] ${inertLine(message)}`;
}

function data(value: string): string {
  return inert(value).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(value: string): string {
  return data(value).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
