/**
 * An approximate parse of a YAML text by indentation and brackets alone. The YAML reader rejects a whole document with
 * a syntax error, and while someone types there is nearly always one: an unfinished key, an open bracket. Completion
 * still needs the cursor's position, so lines that make no sense are skipped and nothing is reported. Well-formed text
 * is read as the YAML reader reads it.
 */
import type { Range } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';
import { deepest, startFlow, type CursorPosition, type Flow } from './rough-flow.ts';
import { unquoted, type RoughKey } from './rough-key.ts';

export interface RoughParse {
  readonly keys: readonly RoughKey[];
  readonly end: CursorPosition;
}

interface Level {
  readonly column: number;
  readonly step: string | number;
  /** A value is on the line already, so indented lines below can only continue it. */
  hasValue: boolean;
}

interface Scan {
  readonly text: string;
  readonly stack: Level[];
  readonly items: Map<string, number>;
  readonly keys: RoughKey[];
  /** A block scalar's lines are indented more than this column; undefined outside of one. */
  scalar: number | undefined;
  flow: Flow | undefined;
  end: CursorPosition;
}

/** The outline of one document, the text between two offsets. */
export function roughParse(text: string, { start, end }: Range): RoughParse {
  const scan: Scan = {
    text: text.slice(0, end),
    stack: [],
    items: new Map(),
    keys: [],
    scalar: undefined,
    flow: undefined,
    end: { at: 'either', path: [], start },
  };
  for (let at = start; at <= end;) {
    const newline = scan.text.indexOf('\n', at);
    const stop = newline === -1 ? end : newline;
    const isCarriageReturn = scan.text[stop - 1] === '\r' && newline !== -1;
    readLine(scan, { start: at, end: isCarriageReturn ? stop - 1 : stop });
    if (newline === -1) break;
    at = newline + 1;
  }
  return { keys: scan.keys, end: scan.end };
}

/** The range of the document around an offset, between two `---`. */
export function documentAround(text: string, offset: number): Range {
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(/^(?:---|\.\.\.)(?=\s|$)[^\n]*\n?/gm)) {
    if (index > offset) return { start, end: index };
    // An offset on the line of a `---` belongs to the document after it.
    start = Math.min(index + mark.length, text.length);
    if (offset < start) return { start: offset, end: offset };
  }
  return { start, end: text.length };
}

function readLine(scan: Scan, line: Range): void {
  const { start, end } = line;
  const { text, stack } = scan;
  const first = firstOf(text, start, end);
  const column = first - start;
  if (scan.flow !== undefined) {
    const isOut = column <= scan.flow.column && !/[\]}]/.test(text[first] ?? '');
    if (!isOut) {
      readFlow(scan, scan.flow, line);
      return;
    }
    // Lines in brackets are indented more than their key, so that an unclosed bracket does not swallow the rest of the
    // file.
    if (first === end) {
      scan.end = blank(scan, column, first);
      return;
    }
    scan.flow = undefined;
  }
  if (scan.scalar !== undefined) {
    if (first === end || column > scan.scalar) {
      const isInside = column > scan.scalar;
      scan.end = isInside ? { at: 'text', path: pathOf(stack), start: first } : blank(scan, column, first);
      return;
    }
    scan.scalar = undefined;
  }
  if (first === end) {
    scan.end = blank(scan, column, first);
    return;
  }
  if (text[first] === '#') {
    scan.end = { at: 'comment', start: first };
    return;
  }
  pop(stack, column, isDash(text, first, end) ? 'item' : 'key');
  readContent(scan, line, readDashes(scan, line, first));
}

/** The position on an empty line, from its indentation; the open levels stay unchanged. */
function blank({ stack }: Scan, column: number, start: number): CursorPosition {
  const levels = [...stack];
  pop(levels, column, 'key');
  return levels.at(-1)?.hasValue === true ? { at: 'nowhere' } : { at: 'either', path: pathOf(levels), start };
}

function pop(stack: Level[], column: number, content: 'item' | 'key'): void {
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    if (top.column < column) return;
    // A list may be in the same column as its key.
    if (top.column === column && content === 'item' && typeof top.step === 'string') return;
    stack.pop();
  }
}

/** Reads the dashes of `- - `, and returns the offset of the content after them. */
function readDashes(scan: Scan, { start: line, end }: Range, first: number): number {
  let at = first;
  while (isDash(scan.text, at, end) && scan.stack.length < deepest) {
    const parent = JSON.stringify(pathOf(scan.stack));
    const index = scan.items.get(parent) ?? 0;
    scan.items.set(parent, index + 1);
    scan.stack.push({ column: at - line, step: index, hasValue: false });
    at = firstOf(scan.text, at + 1, end);
  }
  return at;
}

function readContent(scan: Scan, { start: line, end }: Range, start: number): void {
  const { text, stack } = scan;
  const key = keyAt(text, start, end);
  if (key === undefined) {
    readValue(scan, { start, end }, { at: 'either', column: stack.at(-1)?.column ?? -1 });
    return;
  }
  const column = start - line;
  const name = unquoted(text.slice(key.start, key.end));
  stack.push({ column, step: name, hasValue: false });
  const value = firstOf(text, key.colon + 1, end);
  scan.keys.push({
    path: pathOf(stack),
    name,
    start: key.start,
    end: key.end,
    value: text.slice(value, end).trim(),
  });
  readValue(scan, { start: value, end }, { at: 'value', column });
}

/** The meaning of a word at a place, and the column of the key or dash that it belongs to. */
interface ValuePlace {
  readonly at: 'value' | 'either';
  readonly column: number;
}

function readValue(scan: Scan, { start: from, end }: Range, { at, column }: ValuePlace): void {
  const { text, stack } = scan;
  const anchor = /^&[^\s,[\]{}]+\s+/.exec(text.slice(from, end))?.[0].length ?? 0;
  const start = from + anchor;
  const top = stack.at(-1);
  const path = pathOf(stack);
  const first = text[start];
  const comment = commentIn(text, from, end);
  if (comment !== undefined) {
    if (top !== undefined && comment > from) top.hasValue = true;
    scan.end = { at: 'comment', start: comment };
  } else scan.end = isGoingOn(scan, at) ? { at: 'nowhere' } : { at, path, start };
  if (start >= end) return;
  if ((first === '|' || first === '>') && /^[|>][-+\d]*\s*(?:#.*)?$/.test(text.slice(start, end))) {
    scan.scalar = column;
  } else if (first === '[' || first === '{') {
    scan.flow = startFlow(path, column);
    readFlow(scan, scan.flow, { start, end });
  } else if (comment !== from && top !== undefined && at === 'value') top.hasValue = true;
}

/** A word on a line below a key that already has a value continues that value. */
function isGoingOn({ stack }: Scan, at: 'value' | 'either'): boolean {
  return at === 'either' && stack.at(-1)?.hasValue === true;
}

function readFlow(scan: Scan, flow: Flow, range: Range): void {
  scan.end = flow.read(scan, range);
  if (!flow.isOpen()) {
    scan.flow = undefined;
    const top = scan.stack.at(-1);
    if (top !== undefined) top.hasValue = true;
  }
}

const keyPattern =
  /(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*'|[^\s#[\]{},&*!|>'"%@`-](?:(?!\s#)[^\n])*?|-[^\s](?:(?!\s#)[^\n])*?)(?=\s*:(?:\s|$))/y;

function keyAt(
  text: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number; readonly colon: number } | undefined {
  keyPattern.lastIndex = start;
  const found = keyPattern.exec(text);
  if (found === null || start + found[0].length >= end) return undefined;
  const keyEnd = start + found[0].length;
  return { start, end: keyEnd, colon: firstOf(text, keyEnd, end) };
}

/** The offset of a comment's `#` after a value: with white space before it, and outside of quotes. */
function commentIn(text: string, start: number, end: number): number | undefined {
  let quote: string | undefined;
  for (let at = start; at < end; at++) {
    const character = text[at];
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else if (character === '\\' && quote === '"') at++;
    } else if ((character === '"' || character === "'") && isBetween(text[at - 1])) quote = character;
    else if (character === '#' && /\s/.test(text[at - 1] ?? ' ')) return at;
  }
  return undefined;
}

function isBetween(before: string | undefined): boolean {
  return before === undefined || /[\s,:[{]/.test(before);
}

function isDash(text: string, at: number, end: number): boolean {
  return at < end && text[at] === '-' && (at + 1 === end || text[at + 1] === ' ' || text[at + 1] === '\t');
}

function firstOf(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && (text[at] === ' ' || text[at] === '\t')) at++;
  return at;
}

function pathOf(stack: readonly Level[]): Path {
  return stack.map(({ step }) => step);
}
