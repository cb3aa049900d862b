import type { Path } from '../../model/value.ts';
import type { Finding } from '../rule.ts';

/** A finding of the shape check. Its paths lead from the document's root. */
export interface ShapeFinding {
  readonly rule: string;
  readonly finding: Finding;
  /** What rules of meaning leave alone: the subtree at this path is not what it should be. */
  readonly broken: Path;
  /** A map that probably means to have what it seems to lack: nothing is said of what is missing in it. */
  readonly lacking?: Path;
}

/** The longest list of valid words that is printed. */
const longest = 12;

export function orList(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  if (quoted.length < 2) return quoted.join('');
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

/** "the fields are `a`, `b`", where they are few enough to be read. */
export function fieldsHere(names: readonly string[]): string | undefined {
  if (names.length === 0 || names.length > longest) return undefined;
  return `the fields are ${names.map((name) => `\`${name}\``).join(', ')}`;
}

/** A word of the user's, short enough for a message. */
export function shown(text: string): string {
  const limit = 40;
  const line = text.split('\n', 1)[0] ?? '';
  const short = line.length > limit ? line.slice(0, limit - 1) : line;
  return `\`${short}${short === text ? '' : '…'}\``;
}
