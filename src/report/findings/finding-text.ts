import { type ReportFinding, helpBeside, type ReportPlace } from './lint-report.ts';
import { inertLine, inertPath } from '../text/inert.ts';

/** A finding as plain text, the message first. All of it is inert. */
export function findingLines(finding: ReportFinding): readonly string[] {
  const { message, environments, related, why, fix, reference } = finding;
  const help = helpBeside(finding);
  const lines = [message];
  if (environments.length > 0) lines.push(`in: ${environments.join(', ')}`);
  for (const place of related) lines.push(`see: ${placeLine(place)}: ${place.label}`);
  if (why !== undefined) lines.push(`why: ${why}`);
  if (help !== undefined) lines.push(`help: ${help}`);
  if (fix !== undefined) lines.push(`fix: ${fix.title} ${fixFlags(fix)}`);
  if (reference !== undefined) lines.push(`docs: ${reference}`);
  return lines.map(inertLine);
}

/** The message alone, for formats with one line; the environments belong to it. */
export function findingSentence({ message, environments }: ReportFinding): string {
  return inertLine(environments.length === 0 ? message : `${message} (in ${environments.join(', ')})`);
}

/** All but related places, for formats with one line that have no other place for the rest. */
export function findingInOneLine(finding: ReportFinding): string {
  const { why, fix, reference } = finding;
  const help = helpBeside(finding);
  const parts = [
    ...(why === undefined ? [] : [`why: ${why}`]),
    ...(help === undefined ? [] : [`help: ${help}`]),
    ...(fix === undefined ? [] : [`fix: ${fix.title} ${fixFlags(fix)}`]),
    ...(reference === undefined ? [] : [`docs: ${reference}`]),
  ];
  return [findingSentence(finding), ...parts.map(inertLine)].join('; ');
}

/** `file:line:column`, which editors and terminals turn into links. */
export function placeLine({ file, start }: ReportPlace): string {
  return `${inertPath(file)}:${start.line}:${start.column}`;
}

function fixFlags({ safety }: NonNullable<ReportFinding['fix']>): string {
  return safety === 'safe' ? '(--fix)' : '(--fix --unsafe)';
}
