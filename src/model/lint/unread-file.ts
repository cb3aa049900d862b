import type { Source } from '../document.ts';

/** A file that looks as if it should be read, and is not. */
export interface UnreadFile {
  readonly source: Source;
  /** What it seems to be: `https-route`, or `environment`. */
  readonly seems: string;
  /** The words that say so. */
  readonly start: number;
  readonly end: number;
}
