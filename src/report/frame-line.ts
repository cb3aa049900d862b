import type { Range, Source } from '../model/document.ts';
import { escaped, inertLine, logCommand } from './inert.ts';
import { widthOf } from './wrap.ts';

/** A line of a file as a frame shows it. */
export interface FrameLine {
  readonly number: number;
  readonly text: string;
  /** The display columns, from 0, of two offsets of the file. */
  readonly span: (range: Range) => { readonly from: number; readonly to: number };
}

const tab = '    ';

/** A line cut to `columns` around what has to be seen, secrets hidden, nothing in it acting on the terminal. */
export function frameLine(
  source: Source,
  number: number,
  lineRange: Range,
  focus: Range,
  columns: number,
  sensitive: readonly Range[],
): FrameLine {
  const cells = cellsOf(source, lineRange, sensitive);
  const widths = cells.map(widthOf);
  const clamp = (offset: number): number => Math.min(Math.max(offset - lineRange.start, 0), cells.length);
  const { first, last } = window(widths, clamp(focus.start), columns);
  const head = first > 0 ? '…' : '';
  const tail = last < cells.length ? '…' : '';
  const column = (offset: number): number =>
    head.length + sum(widths, first, Math.min(Math.max(clamp(offset), first), last));
  return {
    number,
    text: head + cells.slice(first, last).join('') + tail,
    span: ({ start, end }) => ({ from: column(start), to: column(end) }),
  };
}

/** One cell a UTF-16 unit; the second half of a pair and joined characters are shown with the first. */
function cellsOf(source: Source, { start, end }: Range, sensitive: readonly Range[]): readonly string[] {
  const cells: string[] = [];
  let at = start;
  for (const { segment } of new Intl.Segmenter().segment(source.text.slice(start, end))) {
    const isHidden = sensitive.some((range) => range.start <= at && at < range.end);
    cells.push(isHidden ? '*' : shown(segment, source.text.slice(at - 2, at + 1)));
    for (let i = 1; i < segment.length; i++) cells.push('');
    at += segment.length;
  }
  return cells;
}

function shown(segment: string, withBefore: string): string {
  if (segment === '\t') return tab;
  return withBefore === logCommand ? escaped(segment) : inertLine(segment);
}

/** Which cells fit: from the beginning if the focus is among them, else some way before it. */
function window(
  widths: readonly number[],
  focus: number,
  columns: number,
): { readonly first: number; readonly last: number } {
  let first = 0;
  if (sum(widths, 0, focus) > columns * 0.7) {
    first = focus;
    for (let room = columns * 0.3; first > 0 && room > 0; first--) room -= widths[first - 1] ?? 0;
  }
  let last = first;
  for (let room = columns - 2; last < widths.length; last++) {
    room -= widths[last] ?? 0;
    if (room < 0) break;
  }
  return { first, last };
}

function sum(widths: readonly number[], from: number, to: number): number {
  let total = 0;
  for (let i = from; i < to; i++) total += widths[i] ?? 0;
  return total;
}
