import type { Place, Range, Source } from '../model/document.ts';
import { lineColumn } from '../workspace/position.ts';
import { frameLine, type FrameLine } from './frame-line.ts';
import { inertLine } from './inert.ts';
import type { Paint } from './paint.ts';
import { widthOf, wrap } from './wrap.ts';

/** Something to be pointed at in a frame. */
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

/** The lines of one file that labels point at, underlined: `^` for the mistake, `-` for the other side of it. */
export function codeFrame(
  source: Source,
  labels: readonly FrameLabel[],
  style: FrameStyle,
): readonly string[] {
  const byLine = new Map<number, FrameLabel[]>();
  for (const label of labels) {
    const { line } = lineColumn(source, label.place.start);
    byLine.set(line, [...(byLine.get(line) ?? []), label]);
  }
  const numbers = [...byLine.keys()].sort((a, b) => a - b);
  const bar = style.paint('gutter', ` ${' '.repeat(style.gutter)} |`);
  const rows = [bar];
  let before: number | undefined;
  for (const number of numbers) {
    if (before !== undefined && number === before + 2)
      rows.push(lineRow(lineAt(source, before + 1, [], style), style));
    else if (before !== undefined && number > before + 2) rows.push(style.paint('gutter', '...'));
    const own = byLine.get(number) ?? [];
    const line = lineAt(source, number, own, style);
    rows.push(lineRow(line, style));
    for (const label of own) rows.push(...underline(line, label, bar, style));
    before = number;
  }
  return rows;
}

function lineAt(source: Source, number: number, labels: readonly FrameLabel[], style: FrameStyle): FrameLine {
  const range = rangeOfLine(source, number);
  const focus = labels.find(({ isPrimary }) => isPrimary) ?? labels[0];
  return frameLine(
    source,
    number,
    range,
    focus?.place ?? range,
    roomFor(style),
    style.sensitive.get(source) ?? [],
  );
}

/** The line by its number, without its line end. */
function rangeOfLine({ text }: Source, number: number): Range {
  let start = 0;
  for (let line = 1; line < number; line++) start = text.indexOf('\n', start) + 1;
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

/** How many columns the text of a line has. */
function roomFor({ columns, gutter }: FrameStyle): number {
  return Math.max(20, columns - gutter - 4);
}
