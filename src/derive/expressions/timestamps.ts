/**
 * Times as CEL specifies them: written as RFC 3339, and read in UTC or in the zone that is named. Those of the library
 * depend on the time zone of the machine: a time without a zone is local there, and so are the differences between
 * days.
 */
import { EvaluationError, type Environment } from '@marcbachmann/cel-js';
import { wallAt } from '../../text/waits/wall-clock.ts';
import { ourFunctions, type MethodOfTime } from './replaced-functions.ts';

const timeType = 'google.protobuf.Timestamp';

export function registerTimestamps(environment: Environment): void {
  environment.registerFunction(`${ourFunctions.timestamp}(string): ${timeType}`, timeOf);
  environment.registerFunction(`${ourFunctions.timestamp}(int): ${timeType}`, (seconds: bigint) =>
    timeAfter(seconds),
  );
  for (const [name, read] of Object.entries(partsOfTime) as [MethodOfTime, (date: Date) => number][]) {
    environment.registerFunction(
      `${timeType}.${ourFunctions[name]}(string): int`,
      (date: Date, zone: string) => BigInt(read(inZone(date, zone))),
    );
  }
  environment.registerFunction(`${timeType}.${ourFunctions.getDayOfYear}(): int`, (date: Date) =>
    BigInt(dayOfYear(date)),
  );
}

/** Of a date whose UTC fields are those of the zone. Months and days count from 0, but `getDate` from 1. */
export const partsOfTime: Readonly<Record<MethodOfTime, (date: Date) => number>> = {
  getDate: (date) => date.getUTCDate(),
  getDayOfMonth: (date) => date.getUTCDate() - 1,
  getDayOfWeek: (date) => date.getUTCDay(),
  getDayOfYear: dayOfYear,
  getFullYear: (date) => date.getUTCFullYear(),
  getHours: (date) => date.getUTCHours(),
  getMilliseconds: (date) => date.getUTCMilliseconds(),
  getMinutes: (date) => date.getUTCMinutes(),
  getMonth: (date) => date.getUTCMonth(),
  getSeconds: (date) => date.getUTCSeconds(),
};

function dayOfYear(date: Date): number {
  const start = new Date(0).setUTCFullYear(date.getUTCFullYear(), 0, 1);
  return Math.floor((date.getTime() - start) / 86_400_000);
}

function timeOf(text: string): Date {
  const isFormat = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
  // 30 February is read as a day of March.
  const written = new Date(`${text.slice(0, 19)}Z`);
  const isDay = !Number.isNaN(written.getTime()) && text.startsWith(written.toISOString().slice(0, 19));
  const date = new Date(text);
  if (isFormat && isDay && isInRange(date)) return date;
  throw new EvaluationError(`\`${text.slice(0, 40)}\` is not a time with a zone`);
}

const first = Date.parse('0001-01-01T00:00:00Z');
const last = Date.parse('9999-12-31T23:59:59.999Z');

function isInRange(date: Date): boolean {
  return date.getTime() >= first && date.getTime() <= last;
}

function timeAfter(seconds: bigint): Date {
  const date = new Date(Number(seconds) * 1000);
  if (isInRange(date)) return date;
  throw new EvaluationError(`\`${seconds}\` seconds after 1970 are not in the years 1 to 9999`);
}

/** The date whose UTC fields are those of this one in the zone: `Europe/Berlin`, `UTC`, `+02:00` or `02:00`. */
export function inZone(date: Date, zone: string): Date {
  const [, sign, hours, minutes] = /^([+-]?)([01]\d|2[0-3]):([0-5]\d)$/.exec(zone) ?? [];
  if (sign !== undefined) {
    const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
    return new Date(date.getTime() + ahead);
  }
  try {
    return new Date(wallAt(zone, date.getTime()) + date.getUTCMilliseconds());
  } catch (cause) {
    throw new EvaluationError(`\`${zone.slice(0, 40)}\` is not a time zone`, undefined, cause);
  }
}
