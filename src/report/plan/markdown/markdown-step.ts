import type { FieldChange } from '../../../model/plan/change.ts';
import { isKept, type StepView } from '../step-view.ts';
import type { ExposureReason, ProtectionRow, ProtectionTable } from '../words/exposure-words.ts';
import { changeNotes } from '../change-notes.ts';
import { changeSides } from '../change-sides.ts';
import { othersText, type Alike } from '../alike.ts';

import { inertLine } from '../../text/inert.ts';
import { lineDiff, markedLines, pathWithin, type DiffPart } from '../../text/marked-lines.ts';
import { codeBlock, codeSpan, rowText, shortSentence } from '../../text/markdown.ts';
import { firstLines } from '../../text/flow-text.ts';
import { painter } from '../../text/paint.ts';
import { keptLines } from '../text/plan-kept.ts';
import { cut } from './markdown-table.ts';
import { clip } from '../../../text/words/clip.ts';

/** Maximum width of a value on one line; longer texts are laid out or cut. */
const widest = 160;
/** The same where a value has two sides: a policy in lines shows what changed, two strings of JSON do not. */
const widestPair = 80;
/** Maximum number of lines of one field, and of one step. */
const mostOfField = 40;
const mostOfStep = 120;
/** Maximum number of losses in the table of one reason. */
const mostLosses = 10;
/** Maximum number of names of folded steps. */
const mostNamed = 1000;

/** A step with its remarks and changes. */
export function stepParagraphs(alike: Alike<StepView>): string {
  const { first: view, others } = alike;
  const { exposure, facts, refused } = view;
  const paragraphs = [
    headOf(view),
    ...refused.map((text) => shortSentence(`REFUSED: ${text}`, 600)),
    ...exposure.map(reasonBlock),
    ...facts.map((line) => shortSentence(line, 600)),
    ...diffOf(view),
    ...(others.length === 0 ? [] : [othersParagraph(alike)]),
  ];
  return `\n${paragraphs.join('\n\n')}\n\n`;
}

/** A reason of a loss, with what each object asks for in a table. */
function reasonBlock({ headline, table }: ExposureReason): string {
  const line = shortSentence(headline, 600);
  return table === undefined ? line : `${line}\n\n${protectionBlock(table)}`;
}

export function protectionBlock({ titles, rows }: ProtectionTable): string {
  const shown = firstLines(rows.map(protectionRow), mostLosses, (left) =>
    rowText(['', '', `${left} more: see the full plan`]),
  );
  return `${protectionRow(titles)}|---|---|---|\n${shown.join('')}`.trimEnd();
}

function protectionRow({ way, asks, lacks }: ProtectionRow): string {
  return rowText([way, asks, lacks].map((cell) => shortSentence(cell, 300)));
}

export function stepItem(alike: Alike<StepView>): string {
  const also = alike.others.length === 0 ? '' : ` ${othersText(alike, 0).words}`;
  return `- ${headOf(alike.first)}${also}\n`;
}

function headOf({ step, word, place, change }: StepView): string {
  const where = place === undefined ? '' : ` ${cut(place, 300)}`;
  return `**${word}** ${codeSpan(step.address)}${where}${change === '' ? '' : ` change ${codeSpan(change)}`}`;
}

function othersParagraph(alike: Alike<StepView>): string {
  const { words, names, rest } = othersText(alike, mostNamed);
  const more = rest === 0 ? [] : [`and ${rest} more: see the full plan`];
  return `${words}: ${[...names.map((name) => codeSpan(name)), ...more].join(', ')}`;
}

function diffOf(view: StepView): readonly string[] {
  if (view.changes.length === 0) return [];
  if (isKept(view.step)) {
    const lines = keptLines(view, { paint: painter(false), columns: 100, view: 'brief' });
    return [codeBlock(firstLines(lines, mostOfStep, moreLines).join('\n'), 'text')];
  }
  const lines = view.changes.flatMap((change) => changeLines(change, view));
  return [codeBlock(firstLines(lines, mostOfStep, moreLines).join('\n'), 'diff')];
}

const moreLines = (left: number): string => `# … ${left} more lines`;

/** The colors of GitHub and GitLab: `-` and `+` for sides, `@@` for the start of a part, `#` for a note. */
function changeLines(change: FieldChange, { base, names }: StepView): readonly string[] {
  const path = inertLine(change.path);
  const notes = changeNotes(change, { base, isKept: false });
  const tail = notes === '' ? [] : [`#   ${limited(inertLine(notes))}`];
  const sides = changeSides(change, { pair: widestPair, single: widest }, names);
  switch (sides.shape) {
    case 'secret':
      return [`! ${path}: ${limited(inertLine(sides.text))}`, ...tail];
    case 'values':
      return [
        ...(sides.before === undefined ? [] : [`- ${path}: ${limited(inertLine(sides.before))}`]),
        ...(sides.after === undefined ? [] : [`+ ${path}: ${limited(inertLine(sides.after))}`]),
        ...tail,
      ];
    case 'texts': {
      const lines = lineDiff(sides.before, sides.after, { context: 1 }).flatMap((part) =>
        partLines(path, part),
      );
      return [...firstLines(lines, mostOfField, moreLines), ...tail];
    }
  }
}

function partLines(path: string, part: DiffPart): readonly string[] {
  const where = part.within.length === 0 ? path : `${path} > ${pathWithin(part)}`;
  return [
    `@@ ${limited(where)} @@`,
    ...markedLines(part.lines, widest).map(({ mark, pieces }) => {
      const text = pieces.map((piece) => piece.text).join('');
      return `${mark} ${clip(text, 2 * widest)}`;
    }),
  ];
}

function limited(text: string): string {
  return clip(text, widest);
}
