/** Literals of expressions: those that the parser reads otherwise than CEL, and texts that name secrets. */
import { replaceSecretReferences, secretNamesIn } from '../../model/secret.ts';
import { fail, joinTexts, knownValue, textOfSecret, type SecretText } from '../scope-values.ts';
import { Term } from '../unknown/term.ts';
import type { Part, VariableScope } from './cel-evaluation.ts';
import { checkedInt, checkedUint } from './cel-operators.ts';

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

/** A text in which references to secrets stand: their stand-ins, or a text that depends on them. */
export function withSecrets(text: string, scope: VariableScope): string | SecretText | Term {
  const names = secretNamesIn(text);
  if (names.length === 0) return text;
  const parts = replaceSecretReferences(text, () => '\0').split('\0');
  return joinTexts(
    parts.flatMap((part, at) => {
      const name = names[at];
      return name === undefined ? [part] : [part, valueOfSecret(name, `$(secret:${name})`, scope)];
    }),
  );
}

/** The stand-in that a test gives for a secret, or a text that is only equal to itself. */
export function valueOfSecret(name: string, of: string, scope: VariableScope): string | SecretText | Term {
  const given = scope.read('given.secrets');
  const found = given instanceof Map ? knownValue((given as Map<string, unknown>).get(name)) : undefined;
  return typeof found === 'string' || found instanceof Term ? found : textOfSecret(name, of);
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
