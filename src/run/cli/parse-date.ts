import { exitCodes, UserError } from '../../model/errors.ts';

const form = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** An option value that is a time: a date, meaning midnight UTC, or RFC 3339. */
export function parseDate(text: string): Date {
  const [, day, time] = form.exec(text) ?? [];
  const date = new Date(time === undefined ? `${day ?? ''}T00:00:00Z` : text);
  // `Date` would accept a day that the month does not have as one of the next month.
  const midnight = new Date(`${day ?? ''}T00:00:00Z`);
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day ?? '?');
  if (isDay && !Number.isNaN(date.getTime())) return date;
  throw new UserError(exitCodes.usage, `\`${text}\` is not a valid time`, {
    help: 'write a date (`2026-01-31`) or a time with its zone (`2026-01-31T12:00:00Z`)',
  });
}
