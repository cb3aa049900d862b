import type { Path } from '../../model/value.ts';
import type { Finding } from '../rule.ts';

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

/** Maximum number of names that a message lists. */
const longest = 12;

export function orList(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  if (quoted.length < 2) return quoted.join('');
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

/** "the fields are `a`, `b`"; undefined if there are too many. */
export function fieldsHere(names: readonly string[]): string | undefined {
  if (names.length === 0 || names.length > longest) return undefined;
  return `the fields are ${names.map((name) => `\`${name}\``).join(', ')}`;
}

/** Quotes user text, cut to its first line and 40 characters. */
export function shown(text: string): string {
  const limit = 40;
  const line = text.split('\n', 1)[0] ?? '';
  const short = line.length > limit ? line.slice(0, limit - 1) : line;
  return `\`${short}${short === text ? '' : '…'}\``;
}
