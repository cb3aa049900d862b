import type { Severity } from '../../model/diagnostic.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import { annotate, mostAnnotations, type Annotation, type AnnotationLevel } from '../text/annotations.ts';
import { findingLines, findingSentence, inRepository, placeLine } from './lint-checkstyle.ts';
import { severityWords, findingsSummary, toReport, type ReportFinding } from './lint-report.ts';

const levels: Readonly<Record<Severity, AnnotationLevel>> = {
  error: 'error',
  warn: 'warning',
  info: 'notice',
};

interface FindingAnnotation extends Annotation {
  readonly finding: ReportFinding;
}

/** Workflow commands for GitHub annotations, errors first. Findings over the limit are printed to the log instead. */
export function lintGithub(result: LintResult, { folder = '' }: { readonly folder?: string } = {}): string {
  const report = inRepository(toReport(result), folder);
  const { lines, others } = annotate(report.findings.map(annotation));
  const rest = [
    `${others.length} more; GitHub annotates ${mostAnnotations} of each level in a step:`,
    ...others.map(({ finding }) => logLine(finding)),
  ];
  return `${[...lines, ...(others.length === 0 ? [] : rest), findingsSummary(report)].join('\n')}\n`;
}

function annotation(finding: ReportFinding): FindingAnnotation {
  const { severity, rule, place } = finding;
  const { file, start, end } = place;
  return {
    finding,
    level: levels[severity],
    title: rule,
    text: findingLines(finding).join('\n'),
    place: { file, ...start, end },
  };
}

function logLine(finding: ReportFinding): string {
  return `${placeLine(finding.place)}: ${severityWords[finding.severity]}[${finding.rule}] ${findingSentence(finding)}`;
}
