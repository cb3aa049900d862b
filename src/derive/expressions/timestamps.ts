/**
 * Times as CEL specifies them: written as RFC 3339, and read in UTC or in the zone that is named. Those of the library
 * depend on the time zone of the machine: a time without a zone is local there, and so are the differences between
 * days.
 */
import { EvaluationError, type Environment } from '@marcbachmann/cel-js';
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
  const start = utcDate(date.getUTCFullYear(), 0, 1);
  return Math.floor((date.getTime() - start.getTime()) / 86_400_000);
}

function utcDate(year: number, month: number, day: number): Date {
  const date = new Date(0);
  // `Date.UTC` takes the years below 100 for those of the 20th century.
  date.setUTCFullYear(year, month, day);
  return date;
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
  const parts = new Map(
    formatOf(zone)
      .formatToParts(date)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const local = utcDate(part('year'), part('month') - 1, part('day'));
  local.setUTCHours(part('hour'), part('minute'), part('second'), date.getUTCMilliseconds());
  return local;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const number = 'numeric';
  const fields = {
    year: number,
    month: number,
    day: number,
    hour: number,
    minute: number,
    second: number,
  } as const;
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...fields });
    if (formats.size < 100) formats.set(timeZone, format);
    return format;
  } catch (cause) {
    throw new EvaluationError(`\`${timeZone.slice(0, 40)}\` is not a time zone`, undefined, cause);
  }
}
