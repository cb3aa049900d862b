const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3600 },
  { name: 'minute', seconds: 60 },
] as const;

/** A number of seconds in words: "8.3 hours". */
export function inWords(seconds: number): string {
  const unit = units.find((one) => seconds >= one.seconds * 2 || seconds === one.seconds) ?? {
    name: 'second',
    seconds: 1,
  };
  const count = Number((seconds / unit.seconds).toFixed(1));
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
}

/** The duration fields of a login session, all in seconds. */
export const sessionDurations = ['inactivity_timeout', 'maximum_duration', 'auth_check_interval'] as const;
