/**
 * Divides all strings into cells, so that sets of patterns are compared exactly, without samples. A pattern covers one
 * string, or all strings with a prefix. The strings of a cell are covered by the same patterns: there is one cell for
 * each exact string, and one for each prefix without the longer prefixes and exact strings within it. There are as many
 * cells as distinct patterns, in alphabetical order: the strings that a prefix covers follow it directly, so each
 * pattern is compared only with the prefixes still open.
 */
import { lastNotAfter } from '../text/lists/last-not-after.ts';
import { type Pattern, patternKey } from './text-pattern.ts';

/** Patterns in alphabetical order, each with the index of the longest prefix that contains it, or -1. */
export interface PrefixPartition {
  readonly patterns: readonly Pattern[];
  readonly parents: readonly number[];
  /** The index of the cell that contains a string, or -1. */
  readonly find: (text: string) => number;
}

/** The cells of all patterns; to compare two sides, pass the patterns of both. */
export function prefixPartition(patterns: Iterable<Pattern>): PrefixPartition {
  const unique = new Map<string, Pattern>();
  for (const { form, text } of patterns) unique.set(patternKey({ form, text }), { form, text });
  const sorted = [...unique.values()].sort(byText);
  const parents: number[] = [];
  const open: number[] = [];
  for (const [index, { form, text }] of sorted.entries()) {
    while (open.length > 0 && !text.startsWith(textAt(sorted, open.at(-1)))) open.pop();
    parents.push(open.at(-1) ?? -1);
    if (form === 'prefix') open.push(index);
  }
  return { patterns: sorted, parents, find: finder(sorted, parents) };
}

/** The longest prefix of a string is the last prefix not after it in order, or an ancestor of that one. */
function finder(patterns: readonly Pattern[], parents: readonly number[]): PrefixPartition['find'] {
  const exact = new Map<string, number>();
  const prefixes: number[] = [];
  for (const [index, { form, text }] of patterns.entries()) {
    if (form === 'exact') exact.set(text, index);
    else prefixes.push(index);
  }
  return (text) => {
    const named = exact.get(text);
    if (named !== undefined) return named;
    let found = prefixes[lastIndex(prefixes, patterns, text)] ?? -1;
    while (found !== -1 && !text.startsWith(textAt(patterns, found))) found = parents[found] ?? -1;
    return found;
  };
}

function lastIndex(prefixes: readonly number[], patterns: readonly Pattern[], text: string): number {
  return lastNotAfter(prefixes, 0, (index) => (textAt(patterns, index) <= text ? 0 : 1));
}

function textAt(patterns: readonly Pattern[], index: number | undefined): string {
  return patterns[index ?? -1]?.text ?? '';
}

/** A prefix precedes the strings that begin with it, and the same string as an exact pattern. */
function byText(a: Pattern, b: Pattern): number {
  if (a.text !== b.text) return a.text < b.text ? -1 : 1;
  return a.form === b.form ? 0 : a.form === 'prefix' ? -1 : 1;
}
