import type { Range, ScalarNode } from '../model/document.ts';

/** The state of a search through one scalar, whose parts are requested from start to end. */
interface Progress {
  readonly node: ScalarNode;
  /** Offset in the value. */
  valueAt: number;
  /** Offset in the text as written. */
  writtenAt: number;
  misses: number;
}

let progress: Progress | undefined;

/** Limit of failed searches, so that a text with escaped parts is not scanned again for each of them. */
const mostMisses = 16;

/**
 * Finds the place in the file of a part of a scalar's value. An unescaped expression is written as in the value, so its
 * nth occurrence is searched. A search continues where the last one in the same scalar ended, so that thousands of
 * expressions in one text take one pass.
 */
export function partIn(text: string, node: ScalarNode, { start, end }: Range): Range | undefined {
  if (typeof node.value !== 'string') return undefined;
  if (progress?.node !== node || progress.valueAt > start)
    progress = { node, valueAt: 0, writtenAt: node.start, misses: 0 };
  if (progress.misses >= mostMisses) return undefined;
  const words = node.value.slice(start, end);
  let at = text.indexOf(words, progress.writtenAt);
  for (
    let before = node.value.indexOf(words, progress.valueAt);
    at !== -1 && before !== -1 && before < start;
    before = node.value.indexOf(words, before + 1)
  ) {
    at = text.indexOf(words, at + 1);
  }
  if (at === -1 || at + words.length > node.end) {
    progress.misses++;
    return undefined;
  }
  Object.assign(progress, { valueAt: start, writtenAt: at });
  return { start: at, end: at + words.length };
}
