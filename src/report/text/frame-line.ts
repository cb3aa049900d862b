import { graphemesOf, widthOf } from './flow-text.ts';
import { knownCovering } from '../../text/ranges.ts';
import type { Range, Source } from '../../model/document.ts';
import { escapedCharacter, hasLogCommand, inertLine } from './inert.ts';

export interface FrameLine {
  readonly number: number;
  readonly text: string;
  /** The display columns, from 0, of a range of the file. */
  readonly span: (range: Range) => { readonly from: number; readonly to: number };
}

/** The part of a line that must be visible, in how many columns, and the parts that must not be shown. */
interface FrameView {
  readonly focus: Range;
  readonly columns: number;
  readonly sensitive: readonly Range[];
}

const tab = '    ';

/** A line cut to `columns` around the focus, with secrets hidden and control characters escaped. */
export function frameLine(
  source: Source,
  { number, range }: { readonly number: number; readonly range: Range },
  { focus, columns, sensitive }: FrameView,
): FrameLine {
  const near = nearFocus(source.text, range, { focus, columns });
  const isCutBefore = near.start > range.start;
  const isCutBehind = near.end < range.end;
  const cells = cellsOf(source, near, sensitive);
  const widths = cells.map(cellWidth);
  const clamp = (offset: number): number => Math.min(Math.max(offset - near.start, 0), cells.length);
  const { first, last } = window(widths, clamp(focus.start), columns);
  const head = first > 0 || isCutBefore ? '…' : '';
  const tail = last < cells.length || isCutBehind ? '…' : '';
  const column = (offset: number): number =>
    head.length + sum(widths, first, Math.min(Math.max(clamp(offset), first), last));
  return {
    number,
    text: head + cells.slice(first, last).join('') + tail,
    span: ({ start, end }) => ({ from: column(start), to: column(end) }),
  };
}

/**
 * The part of a line around the focus, longer than fits, since escapes and characters without width change the width. A
 * line may be a megabyte long and have a finding at each word.
 */
function nearFocus(
  text: string,
  line: Range,
  { focus, columns }: Pick<FrameView, 'focus' | 'columns'>,
): Range {
  const reach = 4 * columns;
  if (line.end - line.start <= 2 * reach) return line;
  const middle = Math.min(Math.max(focus.start, line.start), line.end);
  const start = middle - reach <= line.start ? line.start : middle - reach;
  const end = Math.min(start + 2 * reach, line.end);
  return { start: isInPair(text, start) ? start - 1 : start, end: isInPair(text, end) ? end + 1 : end };
}

/** Whether an offset is inside a surrogate pair. */
function isInPair(text: string, offset: number): boolean {
  return offset > 0 && (text.codePointAt(offset - 1) ?? 0) > 0xffff;
}

/** One cell for each UTF-16 unit; the first unit of a character has its text, the others are empty. */
function cellsOf(source: Source, { start, end }: Range, sensitive: readonly Range[]): readonly string[] {
  const hidden = knownCovering(sensitive);
  const text = source.text.slice(start, end);
  // Fast path for nearly every line: splitting into graphemes costs a hundred times as much.
  if (/^[\x20-\x7e]*$/.test(text) && !hasLogCommand(text) && !hidden.meets({ start, end }))
    return text.split('');
  const cells: string[] = [];
  let at = start;
  for (const segment of graphemesOf(text)) {
    const isHidden = hidden.meets({ start: at, end: at + 1 });
    cells.push(
      isHidden ? '*' : shownSegment(segment, source.text.slice(Math.max(0, at - '##teamcity'.length), at)),
    );
    for (let i = 1; i < segment.length; i++) cells.push('');
    at += segment.length;
  }
  return cells;
}

function cellWidth(cell: string): number {
  return cell.length === 1 && cell >= ' ' && cell <= '~' ? 1 : widthOf(cell);
}

function shownSegment(segment: string, before: string): string {
  if (segment === '\t') return tab;
  return segment === '[' && /##(?:vso|teamcity)?$/i.test(before)
    ? escapedCharacter(segment)
    : inertLine(segment);
}

/**
 * The cells that fit: all, or those from the beginning if the focus is near it, or those from some way before the
 * focus.
 */
function window(
  widths: readonly number[],
  focus: number,
  columns: number,
): { readonly first: number; readonly last: number } {
  if (sum(widths, 0, widths.length) <= columns - 2) return { first: 0, last: widths.length };
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
