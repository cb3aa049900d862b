/** A time to the second: `2026-11-22 09:46:03 UTC`. */
export function secondText(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
