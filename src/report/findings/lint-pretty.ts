import { type Diagnostic, severityWords } from '../../model/diagnostic.ts';
import type { Place, Range, Source } from '../../model/document.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import { explainLine, findingsSummary, helpBeside } from './lint-report.ts';
import { frameLine, type FrameLine } from '../text/frame-line.ts';
import { harmless } from '../text/harmless.ts';
import { inertLine } from '../text/inert.ts';
import { widthOf, wrap } from '../text/flow-text.ts';
import { painter, type Paint } from '../text/paint.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { lineColumn } from '../../text/line-column.ts';

/** For terminals: each finding with the lines it is about, then a summary and the command for details. */
export function lintPretty(
  result: LintResult,
  { color = false, columns = 80 }: { readonly color?: boolean; readonly columns?: number } = {},
): string {
  const blocks = findingBlocks(result, { color, columns });
  const rest = [findingsSummary(result), explainLine(result)].filter((line) => line !== undefined);
  // A wrapped line may begin with a word that a CI log executes.
  return harmless(`${[...blocks, rest.join('\n')].join('\n\n')}\n`);
}

/** The findings alone, each with its frame. */
export function findingBlocks(
  { diagnostics, sensitive }: Pick<LintResult, 'diagnostics' | 'sensitive'>,
  { color = false, columns = 80 }: { readonly color?: boolean; readonly columns?: number },
): readonly string[] {
  const paint = painter(color);
  const width = Math.max(40, columns);
  const linked = new Set<string>();
  return diagnostics.map((diagnostic) => {
    const { reference, ...rest } = diagnostic;
    // A field is linked once: its line is long, and may be that of many findings.
    const isLinked = reference !== undefined && linked.has(reference);
    if (reference !== undefined) linked.add(reference);
    return finding(isLinked ? rest : diagnostic, paint, width, sensitive).join('\n');
  });
}

function finding(
  diagnostic: Diagnostic,
  paint: Paint,
  columns: number,
  sensitive: FrameStyle['sensitive'],
): readonly string[] {
  const files = labelsByFile(diagnostic);
  const gutter = String(
    Math.max(...[...files].flatMap(([source, labels]) => labels.map((label) => lineOf(source, label)))),
  ).length;
  const style: FrameStyle = { paint, columns, gutter, sensitive };
  const rows = [...title(diagnostic, paint, columns)];
  for (const [source, labels] of files) {
    const arrow = source === diagnostic.place.source ? '-->' : '==>';
    rows.push(`${' '.repeat(gutter)} ${paint('gutter', arrow)} ${position(source, labels)}`);
    rows.push(...codeFrame(source, labels, style));
  }
  return [...rows, ...notes(diagnostic, style)];
}

/** Wrapped between words; `--format compact` has a line for each finding, to search in. */
function title({ severity, rule, message }: Diagnostic, paint: Paint, columns: number): readonly string[] {
  const head = `${severityWords[severity]}[${rule}]:`;
  const whole = `${head} ${inertLine(message)}`;
  // Wrapping joins blanks, which a quoted value may have.
  const [first = '', ...more] = widthOf(whole) <= columns ? [whole] : wrap(whole, columns - 2);
  return [
    `${paint(severity, head)} ${paint('strong', first.slice(head.length + 1))}`,
    ...more.map((line) => `  ${paint('strong', line)}`),
  ];
}

/** Labels by file: the file of the finding first, then those of related places. */
function labelsByFile({ place, label, related }: Diagnostic): ReadonlyMap<Source, readonly FrameLabel[]> {
  const labels = [
    { place, text: label ?? '', isPrimary: true },
    ...related.map((relatedPlace) => ({
      place: relatedPlace.place,
      text: relatedPlace.label,
      isPrimary: false,
    })),
  ];
  return groupBy(labels, (noted) => noted.place.source);
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
  const { why, fix, environments, reference } = diagnostic;
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
  if (reference !== undefined) note('docs', reference);
  return rows;
}

/** A range to underline in a frame. */
interface FrameLabel {
  readonly place: Place;
  readonly text: string;
  readonly isPrimary: boolean;
}

interface FrameStyle {
  readonly paint: Paint;
  readonly columns: number;
  /** Digits of the largest line number. */
  readonly gutter: number;
  readonly sensitive: ReadonlyMap<Source, readonly Range[]>;
}

/** The labeled lines of one file, underlined: `^` for the mistake, `-` for the other side of it. */
function codeFrame(source: Source, labels: readonly FrameLabel[], style: FrameStyle): readonly string[] {
  const bar = style.paint('gutter', ` ${' '.repeat(style.gutter)} |`);
  const rows = [bar];
  let before: Line | undefined;
  for (const line of linesOf(source, labels)) {
    const gap = before === undefined ? 0 : line.number - before.number;
    if (gap > 2) rows.push(style.paint('gutter', '...'));
    if (gap === 2 && before !== undefined) rows.push(lineRow(between(source, before, style), style));
    const shown = shownLine(source, line, style);
    rows.push(lineRow(shown, style));
    for (const label of line.labels) rows.push(...underline(shown, label, bar, style));
    before = line;
  }
  return rows;
}

interface Line {
  readonly number: number;
  /** The range without its line end. */
  readonly range: Range;
  readonly labels: readonly FrameLabel[];
}

/** The labeled lines, in file order. */
function linesOf(source: Source, labels: readonly FrameLabel[]): readonly Line[] {
  const lines = new Map<number, Line & { readonly labels: FrameLabel[] }>();
  for (const label of labels) {
    const { line: number, column } = lineColumn(source, label.place.start);
    const known = lines.get(number);
    if (known !== undefined) known.labels.push(label);
    else
      lines.set(number, {
        number,
        range: rangeFrom(source, label.place.start - column + 1),
        labels: [label],
      });
  }
  return [...lines.values()].sort((a, b) => a.number - b.number);
}

function between(source: Source, { number, range }: Line, style: FrameStyle): FrameLine {
  const start = source.text.indexOf('\n', range.end) + 1;
  return shownLine(source, { number: number + 1, range: rangeFrom(source, start), labels: [] }, style);
}

function shownLine(source: Source, { number, range, labels }: Line, style: FrameStyle): FrameLine {
  const focus = labels.find(({ isPrimary }) => isPrimary) ?? labels[0];
  const sensitive = style.sensitive.get(source) ?? [];
  return frameLine(
    source,
    { number, range },
    { focus: focus?.place ?? range, columns: roomFor(style), sensitive },
  );
}

function rangeFrom({ text }: Source, start: number): Range {
  const newline = text.indexOf('\n', start);
  const end = newline === -1 ? text.length : newline;
  return { start, end: text[end - 1] === '\r' && end > start ? end - 1 : end };
}

function lineRow({ number, text }: FrameLine, { paint, gutter }: FrameStyle): string {
  const head = paint('gutter', ` ${String(number).padStart(gutter)} |`);
  return text === '' ? head : `${head} ${text}`;
}

function underline(
  line: FrameLine,
  { place, text, isPrimary }: FrameLabel,
  bar: string,
  style: FrameStyle,
): readonly string[] {
  const { from, to } = line.span(place);
  const marks = (isPrimary ? '^' : '-').repeat(Math.max(1, to - from));
  const role = isPrimary ? 'primary' : 'secondary';
  const label = inertLine(text);
  const row = `${bar} ${' '.repeat(from)}${style.paint(role, marks)}`;
  if (label === '') return [row];
  const room = roomFor(style);
  if (from + marks.length + 1 + widthOf(label) <= room) return [`${row} ${style.paint(role, label)}`];
  const indent = Math.max(0, Math.min(from, room - Math.min(widthOf(label), 30)));
  const lines = wrap(label, room - indent);
  return [row, ...lines.map((line) => `${bar} ${' '.repeat(indent)}${style.paint(role, line)}`)];
}

/** The columns available for the text of a line. */
function roomFor({ columns, gutter }: FrameStyle): number {
  return Math.max(20, columns - gutter - 4);
}
