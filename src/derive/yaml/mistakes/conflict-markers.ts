import { rememberEach } from '../../../text/remember-last.ts';
import { looksSecret } from '../../secrets/sensitive-parts.ts';
import type { RelatedPlace } from '../../../model/diagnostic.ts';
import type { Place, Source } from '../../../model/document.ts';
import { quoted } from '../../../model/problem.ts';
import { lineColumn } from '../../../text/line-column.ts';

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

/** A mistake described in the user's terms. */
export interface YamlMistake {
  readonly place: Place;
  readonly says: string;
  readonly label?: string;
  readonly related?: readonly RelatedPlace[];
  readonly help: string;
}

/** A mistake as the parser reports it. */
export interface ParserReport {
  readonly start: number;
  readonly code: string;
  readonly message: string;
}

/** One line of a text: its start offset, and its text without trailing white space. */
export interface Line {
  readonly start: number;
  readonly text: string;
}

export function lineAt(text: string, offset: number): Line {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const newline = text.indexOf('\n', start);
  return { start, text: text.slice(start, newline === -1 ? text.length : newline).trimEnd() };
}

/** The place of a line's content, without its indentation. */
export function contentOf(source: Source, { start, text }: Line): Place {
  const indent = text.length - text.trimStart().length;
  return { source, start: start + indent, end: start + Math.max(text.length, indent) };
}

export function indentOf({ text }: Line): number {
  return text.length - text.trimStart().length;
}

/** The nearest line above with content other than a comment. */
export function contentAbove(text: string, { start }: Line): Line | undefined {
  for (let at = start; at > 0;) {
    const line = lineAt(text, at - 1);
    if (/^\s*[^\s#]/.test(line.text)) return line;
    at = line.start;
  }
  return undefined;
}

/** Help to write a text on a line; undefined if it is too long, or if the line may contain a secret. */
export function writes(line: Line, text: string): string | undefined {
  if (text.length > 60 || line.text.length > 1000 || /[`\n]/.test(text) || looksSecret(line.text))
    return undefined;
  return `write \`${text}\``;
}

/** The key at the start of a line, with or without `- ` before it. */
export function keyOf({ text }: Line): string | undefined {
  return /^\s*(?:- +)?"?([\w-]+)"?\s*:(?:\s|$)/.exec(text)?.[1];
}

/** A number of spaces in words: "2 spaces". */
export function spaces(count: number): string {
  return count === 1 ? '1 space' : `${count} spaces`;
}

/** `line 7`, `lines 7 to 9`; undefined for none. */
export function lineRange(first: number, last: number): string | undefined {
  if (last < first) return undefined;
  return first === last ? `line ${first}` : `lines ${first} to ${last}`;
}
