import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Source } from '../../model/document.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import { lineColumn } from '../../workspace/yaml/position.ts';
import { codeFrame, type FrameLabel, type FrameStyle } from '../text/code-frame.ts';
import { harmless } from '../text/harmless.ts';
import { inertLine } from '../text/inert.ts';
import { explainLine, helpBeside, severityWords, findingsSummary, toReport } from './lint-report.ts';
import { painter, type Paint } from '../text/paint.ts';
import { wrap } from '../text/wrap.ts';

/** For terminals: each finding with the lines it is about, then a summary and the command for details. */
export function lintPretty(
  result: LintResult,
  { color = false, columns = 80 }: { readonly color?: boolean; readonly columns?: number } = {},
): string {
  const paint = painter(color);
  const width = Math.max(40, columns);
  const blocks = result.diagnostics.map((one) => finding(one, paint, width, result.sensitive).join('\n'));
  const report = toReport(result);
  const rest = [findingsSummary(report), explainLine(report)].filter((line) => line !== undefined);
  // A wrapped line may begin with a word that a CI log executes.
  return harmless(`${[...blocks, rest.join('\n')].join('\n\n')}\n`);
}

function finding(
  diagnostic: Diagnostic,
  paint: Paint,
  columns: number,
  sensitive: FrameStyle['sensitive'],
): readonly string[] {
  const files = labelsByFile(diagnostic);
  const gutter = String(
    Math.max(...[...files].flatMap(([source, labels]) => labels.map((one) => lineOf(source, one)))),
  ).length;
  const style: FrameStyle = { paint, columns, gutter, sensitive };
  const rows = [title(diagnostic, paint)];
  for (const [source, labels] of files) {
    const arrow = source === diagnostic.place.source ? '-->' : '==>';
    rows.push(`${' '.repeat(gutter)} ${paint('gutter', arrow)} ${position(source, labels)}`);
    rows.push(...codeFrame(source, labels, style));
  }
  return [...rows, ...notes(diagnostic, style)];
}

/** Always one line, however long, so that it can be searched for. */
function title({ severity, rule, message }: Diagnostic, paint: Paint): string {
  return `${paint(severity, `${severityWords[severity]}[${rule}]:`)} ${paint('strong', inertLine(message))}`;
}

/** Labels by file: the file of the finding first, then those of related places. */
function labelsByFile({ place, label, related }: Diagnostic): ReadonlyMap<Source, readonly FrameLabel[]> {
  const files = new Map<Source, FrameLabel[]>([
    [place.source, [{ place, text: label ?? '', isPrimary: true }]],
  ]);
  for (const one of related) {
    const labels = files.get(one.place.source) ?? [];
    labels.push({ place: one.place, text: one.label, isPrimary: false });
    files.set(one.place.source, labels);
  }
  return files;
}

function lineOf(source: Source, { place }: FrameLabel): number {
  return lineColumn(source, place.start).line;
}

function position(source: Source, labels: readonly FrameLabel[]): string {
  const first = labels.find(({ isPrimary }) => isPrimary) ?? labels[0];
  const { line, column } = lineColumn(source, first?.place.start ?? 0);
  return `${inertLine(source.path)}:${line}:${column}`;
}

function notes(diagnostic: Diagnostic, { paint, columns, gutter }: FrameStyle): readonly string[] {
  const { why, fix, environments } = diagnostic;
  const help = helpBeside(diagnostic);
  const rows: string[] = [];
  const note = (word: string, text: string): void => {
    const head = ` ${' '.repeat(gutter)} = ${word}: `;
    wrap(inertLine(text), columns - head.length).forEach((line, index) => {
      rows.push(index === 0 ? paint('note', head) + line : ' '.repeat(head.length) + line);
    });
  };
  if (environments.length > 0) note('in', environments.join(', '));
  if (why !== undefined) note('why', why);
  if (help !== undefined) note('help', help);
  if (fix !== undefined)
    note(
      'help',
      `${fix.title} ${fix.safety === 'safe' ? '[safe fix: --fix]' : '[suggestion: --fix --unsafe]'}`,
    );
  return rows;
}
