import type { Range } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';

/** A key in the text. `path` leads to its value. */
export interface OutlineKey extends Range {
  readonly path: Path;
  readonly name: string;
  /** The text after the colon on the same line. */
  readonly value: string;
}

/**
 * The syntactic position at the end of a text. `either`: a word there can be a value or an unfinished key. `text`:
 * inside a block scalar. `nowhere`: nothing can be completed. `start` is the start of the word or value.
 */
export type CursorPosition =
  | { readonly at: 'key' | 'value' | 'either' | 'text'; readonly path: Path; readonly start: number }
  | { readonly at: 'comment'; readonly start: number }
  | { readonly at: 'nowhere' };

/** Maximum depth. No valid document is deeper; without a limit, hostile input would cost quadratic time. */
export const deepest = 64;

/** The text, and the list that the parts of an outline add keys to. */
export interface OutlineText {
  readonly text: string;
  readonly keys: OutlineKey[];
}

export function unquoted(key: string): string {
  return /^(["']).*\1$/s.test(key) ? key.slice(1, -1) : key;
}
