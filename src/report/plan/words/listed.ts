/** `a, b and 2 more`. */
export function listed(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return rest > 0 ? `${names.slice(0, most).join(', ')} and ${rest} more` : names.join(', ');
}

/** RFC 3339, to the second: `2026-11-22 09:46:03 UTC`. A saved plan may have anything there. */
export function secondOf(time: string): string {
  return `${time.slice(0, 19).replace('T', ' ')} UTC`;
}

/** The same to the minute, which is as exact as a reader needs it: `2026-11-22 09:46 UTC`. */
export function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
