import type { Place, Range, Source } from '../../model/document.ts';
import { lineColumn } from '../../workspace/yaml/position.ts';
import { frameLine, type FrameLine } from './frame-line.ts';
import { inertLine } from './inert.ts';
import type { Paint } from './paint.ts';
import { widthOf, wrap } from './wrap.ts';

/** A range to underline in a frame. */
export interface FrameLabel {
  readonly place: Place;
  readonly text: string;
  readonly isPrimary: boolean;
}

export interface FrameStyle {
  readonly paint: Paint;
  readonly columns: number;
  /** Digits of the largest line number. */
  readonly gutter: number;
  readonly sensitive: ReadonlyMap<Source, readonly Range[]>;
}

/** The labeled lines of one file, underlined: `^` for the mistake, `-` for the other side of it. */
export function codeFrame(
  source: Source,
  labels: readonly FrameLabel[],
  style: FrameStyle,
): readonly string[] {
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
  return frameLine(source, number, range, focus?.place ?? range, roomFor(style), sensitive);
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
