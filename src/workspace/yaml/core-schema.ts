/**
 * The value of a plain scalar in the YAML 1.2 core schema; integers beyond 2^53 are `bigint`, negative zero becomes
 * zero.
 */
export function coreValue(text: string): string | number | bigint | boolean | null {
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

const startsNumber = /^[-+.\d]/;
export const isInteger = /^(?:[-+]?\d+|0o[0-7]+|0x[\da-fA-F]+)$/;
const float = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const infinite = /^[-+]?\.(?:inf|Inf|INF)$/;
const notANumber = /^\.(?:nan|NaN|NAN)$/;

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
