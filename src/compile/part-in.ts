import type { Range, ScalarNode } from '../model/document.ts';

/** How far the parts of one scalar have been found; they are asked for from its beginning to its end. */
interface Progress {
  readonly node: ScalarNode;
  /** Of the value. */
  valueAt: number;
  /** Of the text that the value is written as. */
  writtenAt: number;
  misses: number;
}

let progress: Progress | undefined;

/** A text whose parts are nowhere as they are is not searched to its end for each of them. */
const mostMisses = 16;

/**
 * Where a part of a scalar's value is written. An expression is in the file as in the value, unless it is escaped: it
 * is looked for, as often as before it. What was found of the same scalar is where the next search begins, so that
 * thousands of expressions in one text are found in one pass.
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
