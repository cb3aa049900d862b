import { createHash } from 'node:crypto';
import { type Diagnostic, type Severity, severityWords } from '../../model/diagnostic.ts';
import type { Range, Source } from '../../model/document.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import { jsonPointer } from '../../text/pointer.ts';
import { annotate, type Annotation, type AnnotationLevel } from '../text/annotations.ts';
import { harmless } from '../text/harmless.ts';
import { inertLine } from '../text/inert.ts';
import { jsonText } from '../text/json.ts';
import { findingsSummary, reportFindings, type ReportFinding } from './lint-report.ts';
import { findingInOneLine, findingLines, findingSentence, placeLine } from './finding-text.ts';

/** One line for each finding: `file:line:column: severity[rule] message [*]`; the star marks a safe fix. */
export function lintCompact(result: LintResult): string {
  const lines = reportFindings(result).map((finding) => {
    return `${logLine(finding)}${finding.fix?.safety === 'safe' ? ' [*]' : ''}`;
  });
  // A line begins with a path, which may be the word of a workflow command.
  return harmless(`${[...lines, findingsSummary(result)].join('\n')}\n`);
}

const levels: Readonly<Record<Severity, AnnotationLevel>> = {
  error: 'error',
  warn: 'warning',
  info: 'notice',
};

interface FindingAnnotation extends Annotation {
  readonly finding: ReportFinding;
}

/** Workflow commands for GitHub annotations, errors first. Findings over the limit are printed to the log instead. */
export function lintGithub(result: LintResult, folder: string): string {
  const { lines, rest, others } = annotate(reportFindings(result, folder).map(annotation));
  return `${[
    ...lines,
    ...rest.map((line) => `${line}:`),
    ...others.map(({ finding }) => logLine(finding)),
    findingsSummary(result),
  ].join('\n')}\n`;
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

const severities: Readonly<Record<Severity, string>> = { error: 'major', warn: 'minor', info: 'info' };

/** A Code Quality report for GitLab, which drops findings with equal fingerprints, so each finding has its own. */
export function lintGitlab(result: LintResult, folder: string): string {
  const prints = fingerprints(result, folder);
  const issues = reportFindings(result, folder).map((finding, index) => ({
    check_name: finding.rule,
    description: findingInOneLine(finding),
    fingerprint: prints[index],
    severity: severities[finding.severity],
    location: {
      path: inertLine(finding.place.file),
      lines: { begin: finding.place.start.line, end: finding.place.end.line },
    },
  }));
  return jsonText(issues);
}

/**
 * Fingerprints by which services recognize the same finding in the next run, in the order of the diagnostics. Each
 * covers the rule, the file, and the name of the subject: the resource's address and a JSON pointer into it, or else
 * the text of the line. The position is left out, so that lines may move; equal findings are numbered.
 */
export function fingerprints({ diagnostics, sensitive }: LintResult, folder = ''): readonly string[] {
  const seen = new Map<string, number>();
  return diagnostics.map((diagnostic) => {
    const { rule, place } = diagnostic;
    const what = JSON.stringify([rule, folder + place.source.path, ...subject(diagnostic, sensitive)]);
    const number = seen.get(what) ?? 0;
    seen.set(what, number + 1);
    return createHash('sha256').update(`${what}${number}`).digest('hex').slice(0, 32);
  });
}

function subject(
  { address, path, place }: Diagnostic,
  sensitive: LintResult['sensitive'],
): readonly string[] {
  if (address !== undefined && path !== undefined) return [address, jsonPointer(path)];
  return [address ?? '', lineText(place.source, place.start, sensitive.get(place.source) ?? [])];
}

/** The line without its indentation. Secrets are replaced by stars, since they could be guessed from the digest. */
function lineText({ text }: Source, offset: number, secrets: readonly Range[]): string {
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  const newline = text.indexOf('\n', offset);
  const to = newline === -1 ? text.length : newline;
  let line = '';
  let at = from;
  for (const { start, end } of [...secrets].sort((a, b) => a.start - b.start)) {
    if (end <= at || start >= to) continue;
    line += `${text.slice(at, Math.max(at, start))}*`;
    at = Math.min(end, to);
  }
  return (line + text.slice(at, to)).trim();
}
