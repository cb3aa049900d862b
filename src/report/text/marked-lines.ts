import { structuredPatch } from 'diff';
import { inertLine } from './inert.ts';
import { endsDiff, withoutMiddles, wordDiff, type LinePair, type LinePiece } from './diffs.ts';

/** Beyond this number of edits, texts have too little in common: one is shown as the replacement of the other. */
const mostEdits = 2000;

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
    const unchanged = safe[at];
    if (unchanged !== undefined && removed.length + added.length === 0) result.push(whole(unchanged));
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

export interface DiffLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** Differing lines with some context, and the lines they are nested in, outermost first. */
export interface DiffPart {
  readonly within: readonly string[];
  readonly lines: readonly DiffLine[];
}

/** The lines that a part is nested in, on one line: `on_http_request > - name: limit > actions`. Inert. */
export function pathWithin({ within }: DiffPart): string {
  return within.map((line) => inertLine(line).replace(/:$/, '')).join(' > ');
}

/**
 * The line diff of two texts. Line numbers would be meaningless, since texts are laid out first; instead each part has
 * the lines that it is indented under.
 */
export function lineDiff(
  before: string,
  after: string,
  { context }: { readonly context: number },
): readonly DiffPart[] {
  const patch = structuredPatch('', '', before, after, '', '', { context, maxEditLength: mostEdits });
  if (patch === undefined) return [{ within: [], lines: [...marked('-', before), ...marked('+', after)] }];
  const written = linesOf(after);
  return patch.hunks.map(({ newStart, lines }) => ({
    within: above(written, newStart - 1),
    lines: outdented(lines.flatMap(diffLine)),
  }));
}

/** Removes the common indentation, which the enclosing lines already show. */
function outdented(lines: readonly DiffLine[]): readonly DiffLine[] {
  const depths = lines.flatMap(({ text }) => (text.trim() === '' ? [] : [indentOf(text)]));
  const depth = Math.min(...depths, 1000);
  return lines.map(({ mark, text }) => ({ mark, text: text.slice(Math.min(depth, indentOf(text))) }));
}

function diffLine(line: string): readonly DiffLine[] {
  const [mark] = line;
  // `\ No newline at end of file` is not a line of either text.
  return mark === ' ' || mark === '-' || mark === '+' ? [{ mark, text: line.slice(1) }] : [];
}

function marked(mark: '-' | '+', text: string): readonly DiffLine[] {
  return linesOf(text).map((line) => ({ mark, text: line }));
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** The enclosing lines of line `index`, by indentation. */
function above(lines: readonly string[], index: number): readonly string[] {
  const found: string[] = [];
  let indent = indentOf(lines[index] ?? '');
  for (let at = index - 1; at >= 0 && indent > 0; at--) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || indentOf(line) >= indent) continue;
    // A line of brackets only is not informative.
    if (/\w/.test(line)) found.unshift(line.trim());
    indent = indentOf(line);
  }
  return found;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
