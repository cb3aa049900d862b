import type { Range } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';

/** A key of the text. `path` leads to its value. */
export interface OutlineKey extends Range {
  readonly path: Path;
  readonly name: string;
  /** What stands behind the colon on the same line. */
  readonly value: string;
}

/**
 * Where a text ends. `either`: a word there can be a value or a key not yet finished. `text`: inside a block scalar.
 * `nowhere`: nothing of ours can be there. `start` is where the word or value begins.
 */
export type CursorPosition =
  | { readonly at: 'key' | 'value' | 'either' | 'text'; readonly path: Path; readonly start: number }
  | { readonly at: 'comment'; readonly start: number }
  | { readonly at: 'nowhere' };

/** Nothing of ours is deeper; what is, is hostile, and must not cost the square of its depth. */
export const deepest = 64;

/** Where the parts of an outline write what they find. */
export interface OutlineText {
  readonly text: string;
  readonly keys: OutlineKey[];
}

export function unquoted(key: string): string {
  return /^(["']).*\1$/s.test(key) ? key.slice(1, -1) : key;
}
