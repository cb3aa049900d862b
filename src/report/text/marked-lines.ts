import { inertLine } from './inert.ts';
import type { DiffLine } from './line-diff.ts';
import { endsDiff, withoutMiddles, wordDiff, type LinePair, type LinePiece } from './word-diff.ts';

/** A line of a diff with the words marked that the other side lacks. All of it is inert. */
export interface MarkedLine {
  readonly mark: DiffLine['mark'];
  readonly pieces: readonly LinePiece[];
}

/**
 * Removed and added lines at the same place are compared in pairs, word by word; lines longer than `most` are cut to
 * the differences with some context.
 */
export function markedLines(lines: readonly DiffLine[], most: number): readonly MarkedLine[] {
  // Before splitting: each piece alone may be harmless while the whole is not.
  const safe = lines.map(({ mark, text }) => ({ mark, text: inertLine(text) }));
  const result: MarkedLine[] = [];
  for (let at = 0; at < safe.length;) {
    const removed = run(safe, at, '-');
    const added = run(safe, at + removed.length, '+');
    const one = safe[at];
    if (one !== undefined && removed.length + added.length === 0) result.push(whole(one));
    const pairs = removed.map((line, index) => pairOf(line.text, added[index]?.text ?? '', most));
    removed.forEach((line, index) => result.push(withPieces(line, pairs[index]?.before)));
    added.forEach((line, index) => result.push(withPieces(line, pairs[index]?.after)));
    at += Math.max(1, removed.length + added.length);
  }
  return result;
}

function run(lines: readonly DiffLine[], from: number, mark: '-' | '+'): readonly DiffLine[] {
  let to = from;
  while (lines[to]?.mark === mark) to += 1;
  return lines.slice(from, to);
}

function pairOf(before: string, after: string, most: number): LinePair | undefined {
  const words = wordDiff(before, after);
  if (Math.max(before.length, after.length) <= most) return words;
  const pair = words ?? endsDiff(before, after);
  return { before: withoutMiddles(pair.before, 20), after: withoutMiddles(pair.after, 20) };
}

function withPieces(line: DiffLine, pieces: readonly LinePiece[] | undefined): MarkedLine {
  return pieces === undefined ? whole(line) : { mark: line.mark, pieces };
}

function whole({ mark, text }: DiffLine): MarkedLine {
  return { mark, pieces: [{ text, isChanged: false }] };
}
