import { diffArrays } from 'diff';
import { wordDiff, type LinePiece } from '../../text/word-diff.ts';

export type HtmlLine = readonly LinePiece[];

export type Row =
  | { readonly type: 'same'; readonly lines: readonly string[] }
  /** Lines that replace others; either side may be empty. */
  | { readonly type: 'changed'; readonly before: readonly HtmlLine[]; readonly after: readonly HtmlLine[] };

/** Beyond this number of edits, texts have too little in common: one is shown as the replacement of the other. */
const mostEdits = 2000;

/** The rows of a two-column diff. */
export function diffRows(before: string, after: string): readonly Row[] {
  const parts = diffArrays(linesOf(before), linesOf(after), { maxEditLength: mostEdits });
  if (parts === undefined) return [changed(linesOf(before), linesOf(after))];
  const rows: Row[] = [];
  let taken: readonly string[] = [];
  for (const { value, added, removed } of parts) {
    if (removed) {
      taken = value;
      continue;
    }
    if (added || taken.length > 0) rows.push(changed(taken, added ? value : []));
    taken = [];
    if (!added) rows.push({ type: 'same', lines: value });
  }
  if (taken.length > 0) rows.push(changed(taken, []));
  return rows;
}

/** Two single-line texts with their different words marked, if the lines are similar enough. */
export function diffLine(before: string, after: string): readonly [HtmlLine, HtmlLine] {
  const words = wordDiff(before, after);
  return words === undefined ? [plainLine(before), plainLine(after)] : [words.before, words.after];
}

export function plainLine(text: string): HtmlLine {
  return [{ text, isChanged: false }];
}

function changed(before: readonly string[], after: readonly string[]): Row {
  if (before.length !== after.length) {
    return { type: 'changed', before: before.map(plainLine), after: after.map(plainLine) };
  }
  const pairs = before.map((line, index) => diffLine(line, after[index] ?? ''));
  return { type: 'changed', before: pairs.map(([left]) => left), after: pairs.map(([, right]) => right) };
}

function linesOf(text: string): string[] {
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
