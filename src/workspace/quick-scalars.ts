import type { ScalarNode, ScalarStyle } from '../model/document.ts';
import { plainValue } from './core-schema.ts';
import { code, isGap, skipSpaces, toLineEnd, type Cursor } from './cursor.ts';

export function scalar(
  start: number,
  end: number,
  value: ScalarNode['value'],
  style: ScalarStyle,
): ScalarNode {
  return { type: 'scalar', start, end, value, style };
}

const indicators = new Set([...',[]{}#&*!|>\'"%@`'].map((character) => character.charCodeAt(0)));
const flowEnds = new Set([...',[]{}'].map((character) => character.charCodeAt(0)));

/** Whether a plain scalar may begin here. */
export function startsPlain(text: string, at: number, isFlow: boolean): boolean {
  const character = text.charCodeAt(at);
  if (character === code.minus || character === code.question || character === code.colon) {
    return !isGap(text, at + 1) && !(isFlow && flowEnds.has(text.charCodeAt(at + 1)));
  }
  return at < text.length && !isGap(text, at) && !indicators.has(character);
}

/** Where the plain scalar that begins here stops: at `: `, at ` #`, at the line's end; -1 if it has a tab in it. */
export function plainStop(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === code.newline) return at;
    if (character === code.tab) return -1;
    if (character === code.colon && isGap(text, at + 1)) return at;
    if (character === code.hash && text.charCodeAt(at - 1) === code.space) return at;
  }
  return text.length;
}

/** The same within `[]` and `{}`. */
export function flowStop(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === code.newline || character === code.tab || flowEnds.has(character)) return at;
    if (character === code.colon && (isGap(text, at + 1) || flowEnds.has(text.charCodeAt(at + 1)))) return at;
    if (character === code.hash && text.charCodeAt(at - 1) === code.space) return at;
  }
  return text.length;
}

/** The plain scalar between two offsets, without the spaces before the second. */
export function plain(text: string, start: number, stop: number): ScalarNode {
  let end = stop;
  while (text.charCodeAt(end - 1) === code.space) end--;
  const words = text.slice(start, end);
  return scalar(start, end, plainValue(words), 'plain');
}

/** A quoted scalar on one line; undefined for one that is longer or has a rare escape. */
export function quotedScalar(cursor: Cursor): ScalarNode | undefined {
  return cursor.text.charCodeAt(cursor.at) === code.doubleQuote ? doubleQuoted(cursor) : singleQuoted(cursor);
}

function doubleQuoted(cursor: Cursor): ScalarNode | undefined {
  const { text, at: start } = cursor;
  let hasEscape = false;
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === code.newline) return undefined;
    if (character === code.backslash) {
      hasEscape = true;
      at++;
    } else if (character === code.doubleQuote) {
      const inner = text.slice(start + 1, at);
      const value = hasEscape ? unescaped(inner) : inner;
      cursor.at = at + 1;
      return value === undefined ? undefined : scalar(start, at + 1, value, 'double');
    }
  }
  return undefined;
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '"': '"',
  '\\': '\\',
  '/': '/',
};

function unescaped(inner: string): string | undefined {
  let isRare = false;
  const value = inner.replaceAll(
    /\\(?:u([\da-fA-F]{4})|([^]?))/g,
    (_all, hex: string | undefined, letter: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      const meaning = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
      isRare ||= meaning === undefined;
      return meaning ?? '';
    },
  );
  return isRare ? undefined : value;
}

function singleQuoted(cursor: Cursor): ScalarNode | undefined {
  const { text, at: start } = cursor;
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === code.newline) return undefined;
    if (character !== code.singleQuote) continue;
    if (text.charCodeAt(at + 1) === code.singleQuote) {
      at++;
      continue;
    }
    cursor.at = at + 1;
    return scalar(start, at + 1, text.slice(start + 1, at).replaceAll("''", "'"), 'single');
  }
  return undefined;
}

/** A literal block (`|`, `|-`) below a node at `column`, without an indentation mark and with even white space. */
export function literalBlock(cursor: Cursor, column: number): ScalarNode | undefined {
  const { text, at: start } = cursor;
  const isStripped = text.charCodeAt(start + 1) === code.minus;
  cursor.at = start + (isStripped ? 2 : 1);
  if (!toLineEnd(cursor)) return undefined;
  const lines: string[] = [];
  let indent = -1;
  let end = -1;
  let waiting = 0;
  for (let line = cursor.at; line < text.length;) {
    const content = skipSpaces(text, line);
    const newline = text.indexOf('\n', content);
    const stop = newline === -1 ? text.length : newline;
    if (content === stop) {
      // White space that reaches into the block would be part of it.
      if (content - line > column) return undefined;
      waiting++;
    } else {
      if (indent === -1) indent = content - line;
      if (text.charCodeAt(content) === code.tab) return undefined;
      if (content - line < indent || indent <= column) break;
      for (; waiting > 0; waiting--) lines.push('');
      lines.push(text.slice(line + indent, stop));
      end = stop;
      cursor.at = Math.min(stop + 1, text.length);
    }
    line = stop + 1;
  }
  if (end === -1) return undefined;
  return scalar(start, end, isStripped ? lines.join('\n') : `${lines.join('\n')}\n`, 'literal');
}
