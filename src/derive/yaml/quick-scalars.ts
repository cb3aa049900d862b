import type { ScalarNode, ScalarStyle } from '../../model/document.ts';
import { charCodes, isGap, type Cursor } from './cursor.ts';

const startsNumber = /^[-+.\d]/;

export const isInteger = /^(?:[-+]?\d+|0o[0-7]+|0x[\da-fA-F]+)$/;

const float = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const infinite = /^[-+]?\.(?:inf|Inf|INF)$/;
const notANumber = /^\.(?:nan|NaN|NAN)$/;

export function scalar(
  start: number,
  end: number,
  value: ScalarNode['value'],
  style: ScalarStyle,
): ScalarNode {
  return { type: 'scalar', start, end, value, style };
}

/** Typographic quotation marks are text, but a mistake, which is reported where the library reads. */
const indicators = codesOf(',[]{}#&*!|>\'"%@`\u2018\u201a\u201c\u201d\u201e');
const flowEnds = codesOf(',[]{}');

function codesOf(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)));
}

export function startsPlain(text: string, at: number, inside: 'block' | 'flow'): boolean {
  const character = text.charCodeAt(at);
  if (character === charCodes.minus || character === charCodes.question || character === charCodes.colon) {
    return !isGap(text, at + 1) && !(inside === 'flow' && flowEnds.has(text.charCodeAt(at + 1)));
  }
  return at < text.length && !isGap(text, at) && !indicators.has(character);
}

/**
 * The end of the plain scalar that starts at an offset: at `: `, at ` #` or at the line end; -1 if it contains a tab.
 */
export function plainStop(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === charCodes.newline) return at;
    if (character === charCodes.tab) return -1;
    if (character === charCodes.colon && isGap(text, at + 1)) return at;
    if (character === charCodes.hash && text.charCodeAt(at - 1) === charCodes.space) return at;
  }
  return text.length;
}

/** The same inside `[]` and `{}`. */
export function flowStop(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === charCodes.newline || character === charCodes.tab || flowEnds.has(character)) return at;
    if (character === charCodes.colon && (isGap(text, at + 1) || flowEnds.has(text.charCodeAt(at + 1))))
      return at;
    if (character === charCodes.hash && text.charCodeAt(at - 1) === charCodes.space) return at;
  }
  return text.length;
}

/** The plain scalar between two offsets, without trailing spaces. */
export function plainScalar(text: string, start: number, stop: number): ScalarNode {
  let end = stop;
  while (text.charCodeAt(end - 1) === charCodes.space) end--;
  const value = end - start > maxShared ? coreValue(text.slice(start, end)) : sharedValue(text, start, end);
  return scalar(start, end, value, 'plain');
}

/**
 * Short strings repeat, keys above all: one copy is shared by all files. It is found by its length and three of its
 * characters, and compared with the text in place, because most are there: a `Map` would need a copy to look it up.
 */
const maxShared = 32;
const slots = 4096;
const sharedWords: string[] = new Array<string>(slots).fill('');
const sharedValues: ScalarNode['value'][] = new Array<ScalarNode['value']>(slots).fill('');

/** V8 copies a shorter slice. A longer one would keep the whole text of its file in memory. */
const shortestSlice = 13;

function sharedValue(text: string, start: number, end: number): ScalarNode['value'] {
  const length = end - start;
  const middle = text.charCodeAt(start + (length >> 1));
  const slot =
    (length * 7 + text.charCodeAt(start) * 31 + text.charCodeAt(end - 1) * 389 + middle * 1543) % slots;
  const known = sharedWords[slot];
  if (known?.length === length && text.startsWith(known, start)) return sharedValues[slot] ?? null;
  const words = text.slice(start, end);
  const copy = length < shortestSlice ? words : ` ${words}`.slice(1);
  const value = coreValue(copy);
  sharedWords[slot] = copy;
  sharedValues[slot] = value;
  return value;
}

/** A quoted scalar on one line; undefined if it spans lines or has a rare escape. */
export function quotedScalar(cursor: Cursor): ScalarNode | undefined {
  return cursor.text.charCodeAt(cursor.at) === charCodes.doubleQuote
    ? doubleQuoted(cursor)
    : singleQuoted(cursor);
}

function doubleQuoted(cursor: Cursor): ScalarNode | undefined {
  const { text, at: start } = cursor;
  let hasEscape = false;
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === charCodes.newline) return undefined;
    if (character === charCodes.backslash) {
      hasEscape = true;
      at++;
    } else if (character === charCodes.doubleQuote) {
      const inner = text.slice(start + 1, at);
      const value = hasEscape ? unescaped(inner) : inner;
      cursor.at = at + 1;
      return value === undefined ? undefined : scalar(start, at + 1, value, 'double');
    }
  }
  return undefined;
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
]);

/** The value of a double-quoted string; undefined if it has an escape that is left to the library. */
function unescaped(inner: string): string | undefined {
  let value = '';
  let from = 0;
  for (let at = inner.indexOf('\\'); at !== -1; at = inner.indexOf('\\', from)) {
    const hex = /^u([\da-fA-F]{4})/.exec(inner.slice(at + 1, at + 6))?.[1];
    const meaning =
      hex === undefined ? escapes.get(inner.charAt(at + 1)) : String.fromCharCode(Number.parseInt(hex, 16));
    if (meaning === undefined) return undefined;
    value += inner.slice(from, at) + meaning;
    from = at + (hex === undefined ? 2 : 6);
  }
  return value + inner.slice(from);
}

function singleQuoted(cursor: Cursor): ScalarNode | undefined {
  const { text, at: start } = cursor;
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === charCodes.newline) return undefined;
    if (character !== charCodes.singleQuote) continue;
    if (text.charCodeAt(at + 1) === charCodes.singleQuote) {
      at++;
      continue;
    }
    cursor.at = at + 1;
    return scalar(start, at + 1, text.slice(start + 1, at).replaceAll("''", "'"), 'single');
  }
  return undefined;
}

/**
 * The value of a plain scalar in the YAML 1.2 core schema; integers beyond 2^53 are `bigint`, negative zero becomes
 * zero.
 */
function coreValue(text: string): string | number | bigint | boolean | null {
  switch (text.charCodeAt(0)) {
    case 0x7e: // ~
    case 0x6e: // n
    case 0x4e: // N
      return text === '~' || text === 'null' || text === 'Null' || text === 'NULL' ? null : text;
    case 0x74: // t
    case 0x54: // T
      return text === 'true' || text === 'True' || text === 'TRUE' ? true : text;
    case 0x66: // f
    case 0x46: // F
      return text === 'false' || text === 'False' || text === 'FALSE' ? false : text;
  }
  return startsNumber.test(text) ? numberValue(text) : text;
}

function numberValue(text: string): string | number | bigint {
  if (isInteger.test(text)) return integerValue(text);
  if (float.test(text)) return withoutMinusZero(Number.parseFloat(text));
  if (infinite.test(text)) return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return notANumber.test(text) ? Number.NaN : text;
}

/** The value of text that YAML 1.2 core reads as an integer. */
export function integerValue(text: string): number | bigint {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return withoutMinusZero(value);
  const sign = text.startsWith('-') ? -1n : 1n;
  return sign * BigInt(text.replace(/^[-+]/, ''));
}

export function withoutMinusZero(value: number): number {
  return value === 0 ? 0 : value;
}
