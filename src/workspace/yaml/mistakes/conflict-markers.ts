import type { Related } from '../../../model/diagnostic.ts';
import type { Source } from '../../../model/document.ts';
import { quoted } from '../../../model/problem.ts';
import type { YamlMistake } from './mistake.ts';
import { contentOf, lineAt, type Line } from './text-line.ts';

/** A git merge conflict in a file: markers at both ends, and one between the two sides. */
export function conflict(source: Source): YamlMistake | undefined {
  const at = firstMarks.get(source) ?? source.text.search(/^(?:<{7}|>{7}|={7}|\|{7})(?=[ \r\n]|$)/m);
  firstMarks.set(source, at);
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
    label: `the side of ${nameOf(line)} begins here`,
    related: marks.map((mark) => ({ place: contentOf(source, mark), label: labelOf(mark, marks) })),
    help: 'keep the lines that are right, and delete the marker lines',
  };
}

/** Offset of the first marker of a file, or -1. Cached, because a file may have an error in each of many documents. */
const firstMarks = new WeakMap<Source, number>();

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

function labelOf(mark: Line, marks: readonly Line[]): Related['label'] {
  if (mark.text.startsWith('>')) return 'the conflict ends here';
  if (mark.text.startsWith('|')) return 'the common ancestor begins here';
  const last = marks.at(-1);
  return `the side of ${last === undefined ? 'the other branch' : nameOf(last)} begins here`;
}

function nameOf({ text }: Line): string {
  const name = text.slice(7).trim();
  return name === '' ? 'one branch' : quoted(name);
}
