import type { Value } from '../../model/value.ts';

/** How a text is in what was read from a snapshot that does not show it, by the hash that it has there. */
export function hiddenTextOf(hash: string): string {
  return `(hidden ${hash.slice(0, 8)})`;
}

export const hiddenText = /\(hidden [0-9a-f]{8}\)/;

export function isHiddenText(value: Value | undefined): boolean {
  return typeof value === 'string' && hiddenText.test(value);
}
