import type { LintResult } from '../model/lint-result.ts';
import { inertLine, inertPath } from './inert.ts';
import { severityWords, summaryLine, toReport } from './lint-report.ts';

/** One line a finding: `file:line:column: severity[rule] message [*]`; the star says that a safe fix is at hand. */
export function lintCompact(result: LintResult): string {
  const report = toReport(result);
  const lines = report.findings.map(({ place, severity, rule, message, fix, environments }) => {
    const where = environments.length === 0 ? '' : ` (in ${environments.join(', ')})`;
    const star = fix?.safety === 'safe' ? ' [*]' : '';
    const position = `${inertPath(place.file)}:${place.start.line}:${place.start.column}`;
    return `${position}: ${severityWords[severity]}[${rule}] ${inertLine(message)}${where}${star}`;
  });
  return `${[...lines, summaryLine(report)].join('\n')}\n`;
}
