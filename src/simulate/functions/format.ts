/** `'%s'.format(…)`, and doubles as text. */
import { fail, knownValue, notComputed, SecretText, asText, typeName, UnknownFact } from '../scope-values.ts';
import { mapEntries, isNumber, numericValue } from '../cel/cel-operators.ts';
import { DurationValue, TimeValue, TypeValue, Uint } from '../cel/expression-values.ts';

export function format(text: string, list: readonly unknown[]): string {
  let at = 0;
  return text.replaceAll(
    /%(?:%|(?:\.(\d+))?(.)|$)/gsu,
    (all: string, digits: string | undefined, clause: string | undefined) => {
      if (all === '%%') return '%';
      if (clause === undefined) return fail('`format` has a `%` without a letter');
      if (at >= list.length) fail(`\`format\` has ${list.length} values for more clauses`);
      const value = knownValue(list[at++]);
      if (value instanceof SecretText) throw new UnknownFact(value.unknown);
      const precision = Number(digits ?? 6);
      if (precision > 50) return notComputed('`format` with more than 50 digits');
      return written(clause, value, precision);
    },
  );
}

function written(clause: string, value: unknown, precision: number): string {
  const wrong = (): never => fail(`\`%${clause}\` does not take ${typeName(value)}`);
  switch (clause) {
    case 's':
      return plainText(value);
    case 'd':
      if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
      return isWhole(value) ? String(numericValue(value)) : wrong();
    case 'b':
      if (typeof value === 'boolean') return value ? '1' : '0';
      return isWhole(value) ? numericValue(value).toString(2) : wrong();
    case 'o':
      return isWhole(value) ? numericValue(value).toString(8) : wrong();
    case 'x':
    case 'X': {
      const hex = isWhole(value)
        ? numericValue(value).toString(16)
        : typeof value === 'string' || value instanceof Uint8Array
          ? Buffer.from(value as string).toString('hex')
          : wrong();
      return clause === 'X' ? hex.toUpperCase() : hex;
    }
    case 'f':
    case 'e':
      if (typeof value !== 'number')
        return isWhole(value) ? notComputed(`\`%${clause}\` of ${typeName(value)}`) : wrong();
      if (!Number.isFinite(value)) return String(value);
      return clause === 'f' ? fixed(value, precision) : scientific(value, precision);
    default:
      return fail(`\`%${clause}\` is not a clause of \`format\``);
  }
}

function isWhole(value: unknown): value is bigint | Uint {
  return typeof value === 'bigint' || value instanceof Uint;
}

/** A half is rounded to the even digit. */
function fixed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  const rest = value.toFixed(digits + 50).slice(digits === 0 ? text.length + 1 : text.length);
  const below = value.toFixed(digits + 50).slice(0, digits === 0 ? -51 : -50);
  return /^50*$/.test(rest) && /[02468]$/.test(below) ? below : text;
}

function scientific(value: number, digits: number): string {
  const [number = '', exponent = '+0'] = value.toExponential(digits).split('e');
  return `${number}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}

function plainText(of: unknown): string {
  const value = knownValue(of);
  if (value instanceof SecretText) throw new UnknownFact(value.unknown);
  if (typeof value === 'number') return Number.isFinite(value) ? plainDouble(value) : String(value);
  if (isNumber(value) || value === null || typeof value === 'boolean')
    return String(value instanceof Uint ? value.value : value);
  if (value instanceof Uint8Array) return textOfBytes(value);
  if (value instanceof TypeValue) return value.name;
  if (typeof value === 'string' || value instanceof TimeValue || value instanceof DurationValue)
    return asText(value);
  if (Array.isArray(value)) return `[${value.map(plainText).join(', ')}]`;
  const entries = mapEntries(value).map(([key, item]) => `${plainText(key)}: ${plainText(item)}`);
  return `{${entries.sort().join(', ')}}`;
}

/** A double as text; how one with a large or small exponent is written differs between implementations. */
function plainDouble(value: number): string {
  const size = Math.abs(value);
  return size === 0 || (size >= 1e-4 && size < 1e6) ? String(value) : notComputed(`${value} as text`);
}

export function textOfDouble(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  return Object.is(value, -0) ? '-0' : plainDouble(value);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function textOfBytes(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    return fail(`the bytes are not UTF-8: ${cause instanceof Error ? cause.message : ''}`);
  }
}
