/** Conversions between the types of CEL: `int('7')`, `string(duration('90s'))`. */
import { nanosecondsOf } from '../../text/durations.ts';
import { textOfBytes, textOfDouble } from '../functions/format.ts';
import { asText, fail, SecretText, typeName } from '../scope-values.ts';
import { checkedDuration, checkedInt, checkedTime, checkedUint } from './checked-range.ts';
import { DurationValue, TimeValue, TypeValue, Uint } from './expression-values.ts';

function wrong(to: string, value: unknown): never {
  return fail(
    typeof value === 'string'
      ? `\`${value.slice(0, 40)}\` is not a value of type ${to}`
      : `\`${to}\` does not take ${typeName(value)}`,
  );
}

export function toInt(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (value instanceof Uint) return checkedInt(value.value);
  if (value instanceof TimeValue) return floorDivided(value.nanos, 1_000_000_000n);
  if (typeof value === 'number' && Math.abs(value) < 2 ** 63) return BigInt(Math.trunc(value));
  if (typeof value === 'string' && /^[+-]?\d{1,30}$/.test(value))
    return checkedInt(BigInt(value.replace(/^\+/, '')));
  return wrong('int', value);
}

function floorDivided(value: bigint, by: bigint): bigint {
  return value / by - (value % by < 0n ? 1n : 0n);
}

export function toUint(value: unknown): Uint {
  if (value instanceof Uint) return value;
  if (typeof value === 'bigint') return checkedUint(value);
  if (typeof value === 'number' && value > -1 && value < 2 ** 64) return new Uint(BigInt(Math.trunc(value)));
  if (typeof value === 'string' && /^\d{1,30}$/.test(value)) return checkedUint(BigInt(value));
  return wrong('uint', value);
}

const infinities: Readonly<Record<string, number>> = {
  inf: Number.POSITIVE_INFINITY,
  infinity: Number.POSITIVE_INFINITY,
  nan: Number.NaN,
};

export function toDouble(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Uint) return Number(value.value);
  if (typeof value !== 'string') return wrong('double', value);
  const [, sign = '', word = ''] = /^([+-]?)(inf|infinity|nan)$/i.exec(value) ?? [];
  const named = infinities[word.toLowerCase()];
  if (named !== undefined) return sign === '-' ? -named : named;
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(value)) {
    const number = Number(value);
    if (Number.isFinite(number)) return number;
  }
  return wrong('double', value);
}

export function toBool(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(?:1|t|true|TRUE|True)$/.test(value)) return true;
  if (typeof value === 'string' && /^(?:0|f|false|FALSE|False)$/.test(value)) return false;
  return wrong('bool', value);
}

export function toBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  return typeof value === 'string' ? new Uint8Array(Buffer.from(value)) : wrong('bytes', value);
}

export function toText(value: unknown): string | SecretText {
  if (typeof value === 'string' || value instanceof SecretText) return value;
  if (typeof value === 'number') return textOfDouble(value);
  if (value instanceof Uint8Array) return textOfBytes(value);
  const isPlain = typeof value === 'boolean' || typeof value === 'bigint' || value instanceof Uint;
  return isPlain || value instanceof TimeValue || value instanceof DurationValue
    ? asText(value)
    : wrong('string', value);
}

export function toType(value: unknown): TypeValue {
  return new TypeValue(typeName(value));
}

export function toTime(value: unknown): TimeValue {
  if (value instanceof TimeValue) return value;
  if (typeof value === 'bigint') return checkedTime(value * 1_000_000_000n);
  if (typeof value !== 'string') return wrong('timestamp', value);
  const [, day = '', time = '', part = '', zone = ''] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(value) ?? [];
  const written = new Date(`${day}T${time}Z`);
  // 30 February is read as a day of March.
  const isDay = !Number.isNaN(written.getTime()) && written.toISOString().startsWith(`${day}T${time}`);
  const seconds = Date.parse(`${day}T${time}${zone}`);
  if (!isDay || Number.isNaN(seconds)) return fail(`\`${value.slice(0, 40)}\` is not a time with a zone`);
  return checkedTime(BigInt(seconds) * 1_000_000n + BigInt(part.padEnd(9, '0')));
}

export function toDuration(value: unknown): DurationValue {
  if (value instanceof DurationValue) return value;
  if (typeof value !== 'string') return wrong('duration', value);
  const [, sign = '', rest = ''] = /^([+-]?)(.*)$/s.exec(value) ?? [];
  const nanos = nanosecondsOf(rest);
  if (nanos === undefined)
    return fail(`\`${value.slice(0, 40)}\` is not a duration such as \`90s\` or \`1h30m\``);
  return checkedDuration(sign === '-' ? -nanos : nanos);
}
