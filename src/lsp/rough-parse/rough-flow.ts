import type { Range } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';
import { type RoughKey, unquoted } from './rough-key.ts';

/** Maximum depth. No valid document is deeper; without a limit, hostile input would cost quadratic time. */
export const deepest = 64;

/** A collection in brackets, which may span several lines. */
export interface Flow {
  /** The column of the key that has the collection as its value. */
  readonly column: number;
  /** Reads up to the end of a line, and returns the cursor position there. */
  readonly read: (scan: RoughText, range: Range) => CursorPosition;
  readonly isOpen: () => boolean;
}

interface Bracket {
  readonly isMap: boolean;
  readonly path: Path;
  /** The key whose value comes next; undefined where a key is expected. */
  key: string | undefined;
  index: number;
}

export function startFlow(path: Path, column: number): Flow {
  const open: Bracket[] = [];
  return {
    column,
    read: (scan, range) => readBrackets(scan, { open, root: path }, range),
    isOpen: () => open.length > 0,
  };
}

function readBrackets(
  scan: RoughText,
  { open, root }: { readonly open: Bracket[]; readonly root: Path },
  { start, end }: Range,
): CursorPosition {
  const { text } = scan;
  let word: number | undefined;
  for (let at = start; at < end; at++) {
    const character = text[at] ?? '';
    const top = open.at(-1);
    if (character === '"' || character === "'") {
      word ??= at;
      const close = closingQuote(text, at, end);
      if (close === undefined) return positionIn(top, root, word);
      at = close;
    } else if (character === '#' && /\s/.test(text[at - 1] ?? ' ')) return { at: 'comment', start: at };
    else if (character === '$' && text[at + 1] === '(') {
      word ??= at;
      const close = text.slice(at, end).search(/[),\]}]/);
      if (close === -1) return positionIn(top, root, word);
      at += text[at + close] === ')' ? close : close - 1;
    } else if (character === '[' || character === '{') {
      open.push({ isMap: character === '{', path: pathIn(top, root), key: undefined, index: 0 });
      word = undefined;
    } else if (character === ']' || character === '}') {
      open.pop();
      word = undefined;
      if (open.length === 0) return { at: 'nowhere' };
    } else if (character === ',') {
      if (top !== undefined) nextPart(top);
      word = undefined;
    } else if (character === ':' && isColon(text, at, end) && top?.isMap === true && top.key === undefined) {
      top.key = keyBefore(scan, top, { start: word ?? at, colon: at, end });
      word = undefined;
    } else if (character !== ' ' && character !== '\t') word ??= at;
  }
  return positionIn(open.at(-1), root, word ?? end);
}

function isColon(text: string, at: number, end: number): boolean {
  return at + 1 === end || /[\s,\]}]/.test(text[at + 1] ?? '') || /["']/.test(text[at - 1] ?? '');
}

function keyBefore(
  scan: RoughText,
  { path }: Bracket,
  { start, colon, end }: Range & { readonly colon: number },
): string {
  const written = scan.text.slice(start, colon).trimEnd();
  const name = unquoted(written);
  const value = /^[^,\]}]*/.exec(scan.text.slice(colon + 1, end))?.[0].trim() ?? '';
  scan.keys.push({ path: [...path, name], name, start, end: start + written.length, value });
  return name;
}

function nextPart(bracket: Bracket): void {
  bracket.key = undefined;
  bracket.index++;
}

function pathIn(bracket: Bracket | undefined, root: Path): Path {
  if (bracket === undefined) return root;
  if (bracket.path.length >= deepest) return bracket.path;
  return [...bracket.path, bracket.isMap ? (bracket.key ?? '') : bracket.index];
}

function positionIn(bracket: Bracket | undefined, root: Path, start: number): CursorPosition {
  if (bracket?.isMap === true && bracket.key === undefined) return { at: 'key', path: bracket.path, start };
  return { at: bracket?.isMap === false ? 'either' : 'value', path: pathIn(bracket, root), start };
}

function closingQuote(text: string, start: number, end: number): number | undefined {
  const quote = text[start];
  for (let at = start + 1; at < end; at++) {
    if (text[at] === '\\' && quote === '"') at++;
    else if (text[at] === quote) return at;
  }
  return undefined;
}

/**
 * The syntactic position at the end of a text. `either`: a word there can be a value or an unfinished key. `text`:
 * inside a block scalar. `nowhere`: nothing can be completed. `start` is the start of the word or value.
 */
export type CursorPosition =
  | { readonly at: 'key' | 'value' | 'either' | 'text'; readonly path: Path; readonly start: number }
  | { readonly at: 'comment'; readonly start: number }
  | { readonly at: 'nowhere' };

/** The text, and the list that the parts of an outline add keys to. */
interface RoughText {
  readonly text: string;
  readonly keys: RoughKey[];
}
