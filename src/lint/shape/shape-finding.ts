import type { Finding } from '../rule.ts';
import type { Path } from '../../model/value.ts';
import { codeList } from '../../text/words/list-words.ts';
import { clip } from '../../text/words/clip.ts';

/** Maximum number of names that a message lists. */
const longest = 12;

/** A finding of the shape check. Its paths lead from the document's root. */
export interface ShapeFinding {
  readonly rule: string;
  readonly finding: Finding;
  /** Path of a subtree with the wrong shape, which rules skip. */
  readonly broken: Path;
  /**
   * A map whose missing fields are probably there but misspelled or misplaced: missing fields are not reported in it.
   */
  readonly lacking?: Path;
}

/** "the fields are `a`, `b`"; undefined if there are too many. */
export function fieldsHere(names: readonly string[], whose: 'the' | 'its' = 'the'): string | undefined {
  if (names.length === 0 || names.length > longest) return undefined;
  return `${whose} fields are ${codeList(names)}`;
}

/** Quotes user text, cut to its first line and 40 characters. */
export function quotedStart(text: string): string {
  const limit = 40;
  const line = text.split('\n', 1)[0] ?? '';
  return `\`${clip(line === text ? line : `${line.slice(0, limit)}…`, limit)}\``;
}
