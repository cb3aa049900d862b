import { rememberEach } from '../../../text/remember-last.ts';
import type { RelatedPlace } from '../../../model/diagnostic.ts';
import type { Source } from '../../../model/document.ts';
import { lineColumn } from '../../../text/line-column.ts';
import { quoted } from '../../../text/quoted.ts';
import type { YamlMistake } from './yaml-mistake.ts';
import { type Line, lineAt, contentOf, lineRange } from './yaml-lines.ts';

/** A git merge conflict in a file: markers at both ends, and one between the two sides. */
export function conflict(source: Source): YamlMistake | undefined {
  const at = firstMark(source);
  if (at === -1) return undefined;
  const line = lineAt(source.text, at);
  const marks = marksAfter(source, line);
  const isWhole = line.text.startsWith('<') && marks.at(-1)?.text.startsWith('>') === true;
  if (!isWhole)
    return {
      place: contentOf(source, line),
      says: `a merge conflict left the line ${quoted(line.text)} behind`,
      help: 'delete the line',
    };
  return {
    place: contentOf(source, line),
    says: 'this merge conflict is not resolved',
    label: ourSide(line),
    related: marks.map((mark) => ({ place: contentOf(source, mark), label: labelOf(mark, line, marks) })),
    help: resolution(source, line, marks),
  };
}

/** Offset of the first marker of a file, or -1. Cached, because a file may have an error in each of many documents. */
const firstMark = rememberEach(({ text }: Source) => text.search(/^(?:<{7}|>{7}|={7}|\|{7})(?=[ \r\n]|$)/m));

/** The other markers of the conflict that begins on a line, in source order. */
function marksAfter({ text }: Source, { start }: Line): readonly Line[] {
  const marks: Line[] = [];
  for (const { index } of text.slice(start + 7).matchAll(/^(?:>{7}|={7}|\|{7})(?=[ \r\n]|$)/gm)) {
    const mark = lineAt(text, start + 7 + index);
    marks.push(mark);
    if (mark.text.startsWith('>')) break;
  }
  return marks;
}

/** In a merge `HEAD` is the current branch; in a rebase it is the branch that is rebased onto. */
function ourSide(line: Line): string {
  return isHead(line)
    ? '`HEAD`: your side (in a rebase: the branch you rebase onto)'
    : `the side of ${nameOf(line)} begins here`;
}

function isHead({ text }: Line): boolean {
  return text.slice(7).trim() === 'HEAD';
}

function labelOf(mark: Line, first: Line, marks: readonly Line[]): RelatedPlace['label'] {
  if (mark.text.startsWith('>')) return 'the conflict ends here';
  if (mark.text.startsWith('|')) return 'the common ancestor begins here';
  const last = marks.at(-1);
  const name = last === undefined ? 'the other branch' : nameOf(last);
  return isHead(first)
    ? `${name}: the incoming side (in a rebase: yours)`
    : `the side of ${name} begins here`;
}

function nameOf({ text }: Line): string {
  const name = text.slice(7).trim();
  return name === '' ? 'one branch' : quoted(name);
}

/** Which lines may be kept and which cannot: the marks, and between them what git shows of the common ancestor. */
function resolution(source: Source, first: Line, marks: readonly Line[]): string {
  const [begin, ...rest] = [first, ...marks].map((mark) => lineColumn(source, mark.start).line);
  const middle = marks.findIndex(({ text }) => text.startsWith('='));
  const [between, end] = [rest[middle], rest.at(-1)];
  const next = rest[0];
  if (begin === undefined || next === undefined || between === undefined || end === undefined)
    return 'keep the lines that are right, and delete the marker lines';
  const sides = [lineRange(begin + 1, next - 1), lineRange(between + 1, end - 1)].filter(
    (side) => side !== undefined,
  );
  const kept = sides.length === 0 ? '' : `keep what is right of ${sides.join(' and ')}, and `;
  const isSideEmpty = end === between + 1;
  const others = isSideEmpty
    ? ` and ${lineRange(next, end)}`
    : `, ${lineRange(next, between)} and line ${end}`;
  return `${kept}delete line ${begin}${others}`;
}
