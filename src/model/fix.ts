import type { Place } from './document.ts';

/** A replacement of a range of one file's text; `start === end` inserts. */
export interface Edit extends Place {
  readonly text: string;
}

/** `safe` keeps the meaning; `unsafe` is a suggestion to review. */
export interface Fix {
  readonly safety: 'safe' | 'unsafe';
  /** The effect of the fix, as a statement: "delete line 9", "rename `hots` to `host`". */
  readonly title: string;
  readonly edits: readonly Edit[];
}
