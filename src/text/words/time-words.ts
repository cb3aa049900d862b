/** A time to the second: `2026-11-22 09:46:03 UTC`. */
export function secondText(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** An RFC 3339 time to the second: `2026-11-22 09:46:03 UTC`. Not validated: a saved plan may have any text there. */
export function secondOf(time: string): string {
  return `${time.slice(0, 19).replace('T', ' ')} UTC`;
}

/** The time to the minute, which suffices for plans: `2026-11-22 09:46 UTC`. */
export function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
