import type { Source } from '../document.ts';

/** A file that looks like part of the workspace but is not read. */
export interface UnreadFile {
  readonly source: Source;
  /** The likely type: a kind such as `https-route`, or `environment`. */
  readonly seems: string;
  /** Range of the words that suggest it. */
  readonly start: number;
  readonly end: number;
}
