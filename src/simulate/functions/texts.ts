/** Functions of text, counted in code points as CEL does. */
import { fail, notComputed } from '../scope-values.ts';

const characters = (text: string): readonly string[] => Array.from(text);

export function sizeOfText(text: string): number {
  let size = 0;
  for (const _ of text) size++;
  return size;
}

export function charAt(text: string, at: bigint): string {
  const all = characters(text);
  if (at < 0n || at > all.length) fail(`a text of ${all.length} characters has none at ${at}`);
  return all[Number(at)] ?? '';
}

export function indexOf(text: string, part: string, from = 0n): bigint {
  const [all, wanted] = [characters(text), characters(part)];
  checkOffset(from, all.length);
  for (let at = Number(from); at + wanted.length <= all.length; at++)
    if (isAt(all, wanted, at)) return BigInt(at);
  return -1n;
}

export function lastIndexOf(text: string, part: string, from?: bigint): bigint {
  const [all, wanted] = [characters(text), characters(part)];
  if (from !== undefined) checkOffset(from, all.length);
  const last = all.length - wanted.length;
  for (let at = Math.min(last, Number(from ?? last)); at >= 0; at--)
    if (isAt(all, wanted, at)) return BigInt(at);
  return -1n;
}

function checkOffset(from: bigint, size: number): void {
  if (from < 0n || from > size) fail(`a text of ${size} characters has no position ${from}`);
}

function isAt(all: readonly string[], wanted: readonly string[], at: number): boolean {
  return wanted.every((character, index) => all[at + index] === character);
}

export function substring(text: string, start: bigint, end?: bigint): string {
  const all = characters(text);
  const last = end ?? BigInt(all.length);
  if (start < 0n || last < start || last > all.length)
    fail(`a text of ${all.length} characters has none from ${start}${end === undefined ? '' : ` to ${end}`}`);
  return all.slice(Number(start), Number(last)).join('');
}

export function reverse(text: string): string {
  return Array.from(text).reverse().join('');
}

/**
 * The parts between separators; without one, between white space. A limit below their number is a limit of parts to
 * CEL, of which the last has the rest, and drops the rest in the examples of the dialect.
 */
export function split(text: string, separator?: string, limit = -1n): readonly string[] {
  const parts =
    separator === undefined
      ? trim(text)
          .split(space)
          .filter((part) => part !== '')
      : separator === ''
        ? characters(text)
        : text.split(separator);
  if (limit < 0n || limit >= parts.length) return parts;
  return limit === 0n ? [] : notComputed('the parts of `split` with a limit below their number');
}

/** White space as Unicode has it: without the zero-width characters, which JavaScript counts. */
const space = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;
const spaceAround = new RegExp(`^${space.source}|${space.source}$`, 'gu');

export function trim(text: string): string {
  return text.replaceAll(spaceAround, '');
}

export function replace(text: string, from: string, to: string, most = -1n): string {
  if (from === '' && (text !== '' || most !== 0n)) {
    const all = characters(text);
    const count = most < 0n ? all.length + 1 : Math.min(Number(most), all.length + 1);
    return checkedText(
      all.map((character, at) => (at < count ? to + character : character)).join('') +
        (count > all.length ? to : ''),
    );
  }
  const parts = text.split(from);
  const count = most < 0n ? parts.length - 1 : Math.min(Number(most), parts.length - 1);
  return checkedText([...parts.slice(0, count), parts.slice(count).join(from)].join(to));
}

const longestText = 10_000_000;

/** Texts that replace their own parts grow without bound. */
function checkedText(text: string): string {
  return text.length > longestText ? notComputed(`a text of more than ${longestText} characters`) : text;
}

export function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export function upperAscii(text: string): string {
  return text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** Each character has one in lower case, and one in upper case: `ß` has none, and `İ` has `i`. */
export function lower(text: string): string {
  return characters(text)
    .map((character) => oneOf(character, character.toLowerCase()))
    .join('');
}

export function upper(text: string): string {
  return characters(text)
    .map((character) => oneOf(character, character.toUpperCase()))
    .join('');
}

function oneOf(character: string, changed: string): string {
  if (sizeOfText(changed) === 1) return changed;
  if (character === 'İ') return 'i';
  // Greek letters with an iota below have one, which JavaScript does not tell.
  return /[\u1f80-\u1fff]/.test(character)
    ? notComputed(`\`${character}\` in a different letter case`)
    : character;
}

const quotes: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};

export function quote(text: string): string {
  return `"${wellFormed(text).replaceAll(/[\x07\b\f\n\r\t\v\\"]/g, (character) => quotes[character] ?? character)}"`;
}

/** The text with halves of characters replaced. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}
