import type { Range } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';

/** A key in the text. `path` leads to its value. */
export interface RoughKey extends Range {
  readonly path: Path;
  readonly name: string;
  /** The text after the colon on the same line. */
  readonly value: string;
}

export function unquoted(key: string): string {
  return /^(["']).*\1$/s.test(key) ? key.slice(1, -1) : key;
}
