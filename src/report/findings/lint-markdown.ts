import type { Severity } from '../../model/diagnostic.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import { fieldLinkWords } from './field-link.ts';
import { findingsSummary, helpBeside, reportFindings, type ReportFinding } from './lint-report.ts';
import { codeSpan, sentence } from '../text/markdown.ts';
import { placeLine } from './finding-text.ts';

/** GitHub drops a step summary of more than 1 MiB, so findings beyond this size are only counted. */
const usualMostBytes = 1_000_000;

interface LintMarkdownOptions {
  readonly folder?: string;
  /** Maximum size as UTF-8. */
  readonly mostBytes?: number | undefined;
}

const titles: readonly (readonly [Severity, string])[] = [
  ['error', 'Errors'],
  ['warn', 'Warnings'],
  ['info', 'Infos'],
];

/** A page for a step summary or a comment, errors first. Messages are escaped: they cannot add markup. */
export function lintMarkdown(
  result: LintResult,
  { folder = '', mostBytes = usualMostBytes }: LintMarkdownOptions = {},
): string {
  const findings = reportFindings(result, folder);
  const page = [`## Lint\n\n${sentence(findingsSummary(result))}\n`];
  // Some bytes are for the headings and the last line.
  let room = Math.min(mostBytes, usualMostBytes) - 1000;
  let left = 0;
  for (const [severity, title] of titles) {
    const blocks = findings.filter((finding) => finding.severity === severity).map(block);
    const fitting: string[] = [];
    for (const block of blocks) {
      // After the first finding that does not fit, all are skipped, so that the shown ones are the first ones.
      room = left > 0 ? 0 : room - Buffer.byteLength(block);
      if (room > 0) fitting.push(block);
      else left += 1;
    }
    if (fitting.length > 0) page.push(`\n### ${title}\n\n${fitting.join('')}`);
  }
  if (left > 0) page.push(`\n${left} more would make this page too large to be shown.\n`);
  return page.join('');
}

function block(finding: ReportFinding): string {
  const { rule, place, message, url, reference, environments, related, why, fix } = finding;
  const help = helpBeside(finding);
  const where = environments.length === 0 ? '' : ` (in ${environments.map(codeSpan).join(', ')})`;
  const lines = [
    `- ${codeSpan(placeLine(place))} ${url === undefined ? codeSpan(rule) : `[${codeSpan(rule)}](${url})`}`,
    `  - ${sentence(message)}${where}`,
    ...related.map(
      (relatedPlace) => `  - see ${codeSpan(placeLine(relatedPlace))}: ${sentence(relatedPlace.label)}`,
    ),
  ];
  if (why !== undefined) lines.push(`  - why: ${sentence(why)}`);
  if (reference !== undefined) lines.push(`  - [${fieldLinkWords}](${reference})`);
  if (help !== undefined) lines.push(`  - help: ${sentence(help)}`);
  if (fix !== undefined)
    lines.push(
      `  - fix: ${sentence(fix.title)} (${codeSpan(fix.safety === 'safe' ? '--fix' : '--fix --unsafe')})`,
    );
  return `${lines.join('\n')}\n`;
}
