import type { LintResult } from '../../model/lint/lint-result.ts';
import { harmless } from '../text/harmless.ts';
import { findingSentence, placeLine } from './lint-checkstyle.ts';
import { severityWords, findingsSummary, toReport } from './lint-report.ts';

/** One line for each finding: `file:line:column: severity[rule] message [*]`; the star marks a safe fix. */
export function lintCompact(result: LintResult): string {
  const report = toReport(result);
  const lines = report.findings.map((finding) => {
    const star = finding.fix?.safety === 'safe' ? ' [*]' : '';
    const head = `${placeLine(finding.place)}: ${severityWords[finding.severity]}[${finding.rule}]`;
    return `${head} ${findingSentence(finding)}${star}`;
  });
  // A line begins with a path, which may be the word of a workflow command.
  return harmless(`${[...lines, findingsSummary(report)].join('\n')}\n`);
}
