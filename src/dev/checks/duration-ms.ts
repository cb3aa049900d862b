import { secondsOf } from '../../text/durations.ts';

/** The milliseconds of a duration such as `1m30s`, or of a number of seconds; undefined for other values. */
export function durationMs(value: unknown): number | undefined {
  const seconds = typeof value === 'number' ? value : secondsOf(value);
  return seconds === undefined ? undefined : seconds * 1000;
}
