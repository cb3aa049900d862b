import type { Comment, Source } from '../../model/document.ts';

/** The quick reader's position in a text. */
export interface Cursor {
  readonly source: Source;
  readonly text: string;
  at: number;
  /** Start of the line of `at`. */
  line: number;
  /** Column of the content at `at`; -1 at a `---` and at the end of the text. */
  indent: number;
  depth: number;
  comments: Comment[];
}

export const charCodes = {
  tab: 0x09,
  newline: 0x0a,
  space: 0x20,
  doubleQuote: 0x22,
  hash: 0x23,
  singleQuote: 0x27,
  comma: 0x2c,
  minus: 0x2d,
  dot: 0x2e,
  colon: 0x3a,
  question: 0x3f,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openMap: 0x7b,
  bar: 0x7c,
  closeMap: 0x7d,
} as const;

export function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === charCodes.space) at++;
  return at;
}

/** Whether the character at an offset ends a token: a space, a line end or the end of the text. */
export function isGap(text: string, at: number): boolean {
  const character = text.charCodeAt(at);
  return character === charCodes.space || character === charCodes.newline || at >= text.length;
}

/** Whether there is a `---` at an offset, which must be at the start of a line. */
export function isMarker(text: string, at: number): boolean {
  return text.charCodeAt(at) === charCodes.minus && text.startsWith('---', at) && isGap(text, at + 3);
}

/**
 * Moves from the start of a line over empty lines and comments to the next content. False if a tab or a `...` is there.
 */
export function toContent(cursor: Cursor): boolean {
  const { text } = cursor;
  for (;;) {
    const at = skipSpaces(text, cursor.at);
    const character = text.charCodeAt(at);
    if (character === charCodes.hash) {
      cursor.at = takeComment(cursor, at, 'own line');
    } else if (character === charCodes.newline) {
      cursor.at = at + 1;
    } else {
      if (character === charCodes.tab) return false;
      return stopAt(cursor, at);
    }
  }
}

function stopAt(cursor: Cursor, at: number): boolean {
  const { text } = cursor;
  cursor.line = cursor.at;
  cursor.indent = at - cursor.at;
  cursor.at = at;
  if (at >= text.length || (cursor.indent === 0 && isMarker(text, at))) cursor.indent = -1;
  return !(cursor.indent === 0 && text.charCodeAt(at) === charCodes.dot && text.startsWith('...', at));
}

/** Moves from the end of a value to the next line. False if anything but a comment follows on this line. */
export function toLineEnd(cursor: Cursor): boolean {
  const { text } = cursor;
  const at = skipSpaces(text, cursor.at);
  const character = text.charCodeAt(at);
  if (character === charCodes.newline || at >= text.length) {
    cursor.at = Math.min(at + 1, text.length);
    return true;
  }
  if (character !== charCodes.hash || at === cursor.at) return false;
  cursor.at = takeComment(cursor, at, 'behind a value');
  return true;
}

/** Records the comment at an offset, and returns the start of the next line. */
function takeComment(cursor: Cursor, start: number, where: 'own line' | 'behind a value'): number {
  const { text } = cursor;
  const newline = text.indexOf('\n', start);
  const end = newline === -1 ? text.length : newline;
  cursor.comments.push({ start, end, text: text.slice(start + 1, end), ownLine: where === 'own line' });
  return newline === -1 ? end : newline + 1;
}
