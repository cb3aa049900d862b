import { fail } from '../scope-values.ts';
import { DurationValue, TimeValue, Uint } from './expression-values.ts';

const int = { least: -(2n ** 63n), most: 2n ** 63n - 1n };

const uint = { least: 0n, most: 2n ** 64n - 1n };

export function checkedInt(value: bigint): bigint {
  return value >= int.least && value <= int.most ? value : fail(`${value} is out of the range of int`);
}

export function checkedUint(value: bigint): Uint {
  return value >= uint.least && value <= uint.most
    ? new Uint(value)
    : fail(`${value} is out of the range of uint`);
}

const firstTime = BigInt(Date.parse('0001-01-01T00:00:00Z')) * 1_000_000n;

const lastTime = BigInt(Date.parse('9999-12-31T23:59:59Z')) * 1_000_000n + 999_999_999n;

export function checkedTime(nanos: bigint): TimeValue {
  return nanos >= firstTime && nanos <= lastTime
    ? new TimeValue(nanos)
    : fail('a time out of the years 1 to 9999');
}

export function checkedDuration(nanos: bigint): DurationValue {
  return nanos >= int.least && nanos <= int.most
    ? new DurationValue(nanos)
    : fail('a duration that is too long');
}
