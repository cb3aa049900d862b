import type { Path, Json } from '../model/value.ts';
import { quoted } from '../text/quoted.ts';
import type { Range, Place } from '../model/document.ts';

/** A fix in terms of the tree; the engine turns it into text edits that leave every other byte alone. */
export interface FixRequest {
  readonly safety: 'safe' | 'unsafe';
  /** A phrase in the imperative: "delete `min_version`". */
  readonly title: string;
  readonly changes: readonly FixChange[];
}

/** Writes another value at the path. */
export function replacement(
  safety: FixRequest['safety'],
  path: Path,
  meant: Json,
  title = `write ${quoted(typeof meant === 'string' ? meant : JSON.stringify(meant))}`,
): FixRequest {
  return { safety, title, changes: [{ replace: path, with: meant }] };
}

/** Deletes the entry or item at the path. */
export function deletion(safety: FixRequest['safety'], path: Path, part: string): FixRequest {
  return { safety, title: `delete ${part}`, changes: [{ remove: path }] };
}

export type FixChange =
  /** Replaces the value at the path. `inside` continues it as in `At`. */
  | { readonly replace: Path; readonly inside?: Path; readonly with: Json }
  /** Removes a map entry or list item, with its line if nothing else is on it. */
  | { readonly remove: Path }
  /** Renames a key. `inside` continues the path as in `At`: in a string, or in the mapping written instead. */
  | { readonly rename: Path; readonly inside?: Path; readonly to: string }
  /** Replaces a part of a string; of a `$(file:…)` expression, of the text of the file. */
  | { readonly reword: Path; readonly within: Range; readonly to: string }
  /** Adds an entry at the end of the map at the path. `inside` continues it as in `At`. */
  | { readonly insert: Path; readonly inside?: Path; readonly key: string; readonly value: Json }
  /** Replaces the text of a place. */
  | { readonly edit: Place; readonly text: string };
