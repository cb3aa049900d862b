import { createTwoFilesPatch, diffWordsWithSpace } from 'diff';
import { inert } from './inert.ts';

/** A change of one file in the format of `git diff` and `patch`. */
export function unifiedDiff(path: string, before: string, after: string): string {
  const patch = createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
    context: 3,
  });
  return inert(patch.replace(/^=+\n/, ''));
}

/** A piece of a line, and whether the other line lacks it. */
export interface LinePiece {
  readonly text: string;
  readonly isChanged: boolean;
}

export interface LinePair {
  readonly before: readonly LinePiece[];
  readonly after: readonly LinePiece[];
}

/** Lines with a smaller common share are unrelated rather than changed. */
const leastAlike = 0.4;
/** Maximum number of edits of a word diff. */
const mostEdits = 100;

/** The differing words of two lines; undefined if the lines have too little in common. */
export function wordDiff(before: string, after: string): LinePair | undefined {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: mostEdits });
  if (parts === undefined) return undefined;
  const common = parts.reduce(
    (sum, { added, removed, value }) => (added || removed ? sum : sum + value.length),
    0,
  );
  if (common < leastAlike * Math.max(before.length, after.length)) return undefined;
  const side = (without: 'added' | 'removed'): readonly LinePiece[] =>
    parts
      .filter((part) => !part[without])
      .map(({ added, removed, value }) => ({ text: value, isChanged: added || removed }));
  return { before: side('added'), after: side('removed') };
}

/** The diff of unrelated lines: everything between their common beginning and end. */
export function endsDiff(before: string, after: string): LinePair {
  const [old, now] = [Array.from(before), Array.from(after)];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const side = (all: readonly string[]): readonly LinePiece[] =>
    [
      { text: all.slice(0, start).join(''), isChanged: false },
      { text: all.slice(start, all.length - end).join(''), isChanged: true },
      { text: all.slice(all.length - end).join(''), isChanged: false },
    ].filter(({ text }) => text !== '');
  return { before: side(old), after: side(now) };
}

/** Shortens unchanged pieces to some characters next to each change. */
export function withoutMiddles(pieces: readonly LinePiece[], most: number): readonly LinePiece[] {
  return pieces.map(({ text, isChanged }, index) => {
    const all = Array.from(text);
    if (isChanged || all.length <= 2 * most + 1) return { text, isChanged };
    const head = index === 0 ? '' : all.slice(0, most).join('');
    const tail = index === pieces.length - 1 ? '' : all.slice(-most).join('');
    return { text: `${head}…${tail}`, isChanged };
  });
}
