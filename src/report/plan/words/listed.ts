/** `a, b and 2 more`. */
export function listed(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return rest > 0 ? `${names.slice(0, most).join(', ')} and ${rest} more` : names.join(', ');
}

/** An RFC 3339 time to the second: `2026-11-22 09:46:03 UTC`. Not validated: a saved plan may have any text there. */
export function secondOf(time: string): string {
  return `${time.slice(0, 19).replace('T', ' ')} UTC`;
}

/** The time to the minute, which suffices for plans: `2026-11-22 09:46 UTC`. */
export function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
