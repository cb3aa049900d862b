/** Literals of expressions: those that the parser reads otherwise than CEL, and texts that name secrets. */
import { secretNamesIn } from '../../model/secret-reference.ts';
import { fail } from '../scope-values.ts';
import type { Part } from './cel-evaluation.ts';
import { checkedInt, checkedUint } from './checked-range.ts';
import { withSecrets } from './secret-texts.ts';

/** The value of a literal, which is written as `source`. */
export function literalPart(value: unknown, source: string): Part {
  if (typeof value === 'string') {
    if (secretNamesIn(value).length === 0) return () => value;
    return ({ scope }) => withSecrets(value, scope);
  }
  if (value instanceof Uint8Array) {
    const bytes = bytesOf(source);
    return () => bytes;
  }
  if (typeof value === 'bigint') return () => checkedInt(value);
  if (isUnsigned(value)) {
    const number = value.value;
    return () => checkedUint(number);
  }
  return () => value;
}

function isUnsigned(value: unknown): value is { readonly value: bigint } {
  return typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'bigint';
}

const escape = /\\(?:x([\da-f]{2})|([0-3][0-7]{2})|(.))/giy;
const plainEscapes: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
};

/** The bytes of `b'…'`: characters as UTF-8, `\xff` and `\377` as one byte each. The parser has a byte a character. */
function bytesOf(source: string): Uint8Array {
  const quote = /^b("""|'''|"|')/i.exec(source)?.[1] ?? fail(`${source} is not a literal of bytes`);
  const text = source.slice(1 + quote.length, -quote.length);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\\', at);
    const plain = text.slice(at, end === -1 ? undefined : end);
    if (plain !== '') parts.push(Buffer.from(plain));
    if (end === -1) break;
    escape.lastIndex = end;
    const { 0: all = '\\', 1: hex, 2: octal, 3: letter = '' } = escape.exec(text) ?? [];
    const byte =
      hex === undefined
        ? octal === undefined
          ? (plainEscapes[letter] ?? letter.charCodeAt(0))
          : Number.parseInt(octal, 8)
        : Number.parseInt(hex, 16);
    parts.push(Uint8Array.of(byte));
    at = end + all.length;
  }
  return new Uint8Array(Buffer.concat(parts));
}
