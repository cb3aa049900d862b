import type { Value } from '../../model/value.ts';

/** The placeholder for a string that a snapshot does not show, from its hash in the snapshot. */
export function hiddenTextOf(hash: string): string {
  return `(hidden ${hash.slice(0, 8)})`;
}

export const hiddenText = /\(hidden [0-9a-f]{8}\)/;

export function isHiddenText(value: Value | undefined): boolean {
  return typeof value === 'string' && hiddenText.test(value);
}
