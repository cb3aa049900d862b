const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3600 },
  { name: 'minute', seconds: 60 },
] as const;

/** A number of seconds in words: "8.3 hours". */
export function inWords(seconds: number): string {
  const unit = units.find(
    (candidate) => seconds >= candidate.seconds * 2 || seconds === candidate.seconds,
  ) ?? {
    name: 'second',
    seconds: 1,
  };
  const count = Number((seconds / unit.seconds).toFixed(1));
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
}

/** The duration fields of a login session, all in seconds. */
export const sessionDurations = ['inactivity_timeout', 'maximum_duration', 'auth_check_interval'] as const;

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * The intended seconds of a number that only makes sense as milliseconds: a whole number of seconds times 1000 which,
 * read as seconds, is neither whole minutes, half hours nor days. 3,600,000 is an hour; as seconds, 41.67 days.
 */
export function meantSeconds(value: number, least: number): number | undefined {
  if (value < least || value % 1000 !== 0) return undefined;
  const step = value <= hour ? minute : value <= 7 * day ? hour / 2 : day;
  return value % step === 0 ? undefined : value / 1000;
}
