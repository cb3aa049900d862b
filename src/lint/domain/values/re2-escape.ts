import { isCharacterClass } from './re2-names.ts';
import { malformedRe2, unsupported, type Re2Problem } from './re2-problem.ts';

type Result = Re2Problem | { readonly end: number };

/** Reads an escape outside of a character class. */
export function readEscape(text: string, start: number): Result {
  const letter = text[start + 1] ?? '';
  if (letter === '') return malformedRe2('a backslash is at the end', start, start + 1);
  if ('bBAzC'.includes(letter)) return { end: start + 2 };
  if (letter === 'p' || letter === 'P') return readCategory(text, start);
  if ('dDsSwW'.includes(letter)) return { end: start + 2 };
  return readCharacter(text, start);
}

/** Reads a Unicode class: `\pL`, `\p{Greek}`, `\P{^Lu}`. */
export function readCategory(text: string, start: number): Result {
  const form = /\\[pP](?:([A-Za-z])|\{\^?([A-Za-z_]{1,40})\})/y;
  form.lastIndex = start;
  const match = form.exec(text);
  if (match === null)
    return malformedRe2('`\\p` needs the name of a class', start, Math.min(start + 3, text.length));
  const end = start + match[0].length;
  return isCharacterClass(match[1] ?? match[2] ?? '')
    ? { end }
    : malformedRe2('there is no such class of characters', start, end);
}

/** Reads an escape that stands for one character; `code` is its code point, needed in ranges. */
export function readCharacter(text: string, start: number): Re2Problem | { end: number; code: number } {
  const letter = text[start + 1] ?? '';
  const code = text.codePointAt(start + 1) ?? 0;
  const control = controls[letter];
  if (control !== undefined) return { end: start + 2, code: control };
  const octal = /\\0[0-7]{0,2}|\\[1-7][0-7]{1,2}/y;
  octal.lastIndex = start;
  const digits = octal.exec(text)?.[0];
  if (digits !== undefined) return { end: start + digits.length, code: Number.parseInt(digits.slice(1), 8) };
  if (letter === 'x') return readHex(text, start);
  // An escaped punctuation character stands for itself.
  if (letter !== '' && code < 128 && !/[A-Za-z0-9]/.test(letter)) return { end: start + 2, code };
  const known = Object.hasOwn(elsewhere, letter) ? elsewhere[letter] : undefined;
  const end = start + 1 + (code > 0xffff ? 2 : 1);
  if (known !== undefined) return unsupported(known, start, end);
  return /[1-9]/.test(letter)
    ? unsupported('a backreference', start, end)
    : malformedRe2('this escape is not known', start, Math.min(end, text.length));
}

function readHex(text: string, start: number): Re2Problem | { end: number; code: number } {
  const form = /\\x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]{1,8})\})/y;
  form.lastIndex = start;
  const match = form.exec(text);
  const code = Number.parseInt(match?.[1] ?? match?.[2] ?? '', 16);
  if (match !== null && code <= 0x10ffff) return { end: start + match[0].length, code };
  return malformedRe2('`\\x` needs two hexadecimal digits, or some in braces', start, start + 2);
}

const controls: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };

/** Escapes that other engines support and RE2 does not. */
const elsewhere: Readonly<Record<string, string>> = {
  c: 'a control escape',
  e: 'the escape `\\e`',
  g: 'a backreference',
  G: 'the anchor `\\G`',
  h: 'the class `\\h`',
  H: 'the class `\\H`',
  k: 'a backreference',
  K: 'the escape `\\K`',
  N: 'the class `\\N`',
  R: 'the class `\\R`',
  u: 'the escape `\\u`',
  X: 'the class `\\X`',
  Z: 'the anchor `\\Z`',
};
