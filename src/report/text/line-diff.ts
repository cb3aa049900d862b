import { structuredPatch } from 'diff';

export interface DiffLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** Lines that differ, with some around them, and the lines further up that they are in, the outermost first. */
export interface DiffPart {
  readonly within: readonly string[];
  readonly lines: readonly DiffLine[];
}

/** Beyond this many edits two texts have so little in common that one simply takes the place of the other. */
const mostEdits = 2000;

/**
 * How one text becomes the other, line by line. Numbers of lines would say nothing, since a text is laid out first;
 * where a part stands is said by the lines that it is indented under.
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

/** What all lines are indented by is said by where they are. */
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

/** The lines before `index` that are indented less than all between. */
function above(lines: readonly string[], index: number): readonly string[] {
  const found: string[] = [];
  let indent = indentOf(lines[index] ?? '');
  for (let at = index - 1; at >= 0 && indent > 0; at--) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || indentOf(line) >= indent) continue;
    // A bracket alone says nothing.
    if (/\w/.test(line)) found.unshift(line.trim());
    indent = indentOf(line);
  }
  return found;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
