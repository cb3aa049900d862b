import type { FieldChange } from '../../../model/plan/change.ts';

import { inertLine } from '../../text/inert.ts';
import { fitList, fixedPart, type RoomPart } from '../../text/markdown-room.ts';
import { lineDiff } from '../../text/marked-lines.ts';
import { codeSpan, rowText, shortSentence } from '../../text/markdown.ts';
import { type Alike, foldAlike, othersText } from '../alike.ts';
import { changeSides } from '../change-sides.ts';
import { countWords, gist } from '../plan-groups.ts';
import { changedPaths, isKept, openWords, type StepView } from '../step-view.ts';
import { outcomeTexts } from '../words/request-outcome-words.ts';
import { clip } from '../../../text/words/clip.ts';
import { counted } from '../../../text/words/noun-words.ts';

/** GitHub's limit for a comment, in UTF-16 units. GitLab's is a million. */
export const usualMaxSize = 65_536;

/** A code span of at most `most` characters. */
export function cut(text: string, most: number): string {
  return codeSpan(clip(inertLine(text), most));
}

interface Row extends RoomPart {
  readonly alike: Alike<StepView>;
}

/** Beyond this number of rows, steps that change the same fields are folded too. */
const mostRows = 60;
const head = '| | Resource | Change | File |\n|---|---|---|---|\n';

/** One row for each step, equal changes folded; with little room, the first rows and a count. */
export function tablePart(views: readonly StepView[]): readonly RoomPart[] {
  if (views.length === 0) return [];
  const same = foldAlike(views, 'short');
  const rows = (same.length > mostRows ? foldAlike(views, 'long') : same).map(rowOf);
  const rest = (left: readonly Row[]): string => {
    const counts = countWords(left.flatMap(({ alike }) => [alike.first, ...alike.others]));
    const open = left
      .filter(({ alike }) => alike.first.isOpen)
      .reduce((sum, { alike }) => sum + 1 + alike.others.length, 0);
    const also = open === 0 ? '' : ` (${open} with ${openWords})`;
    return `| … | ${counts} more${also} | see the full plan | |\n`;
  };
  const least = `${head}${rest(rows)}\n`;
  const render = (room: number): string => `${head}${fitList(rows, room - head.length - 1, rest)}\n`;
  return [{ least, rank: 2, render }];
}

function rowOf(alike: Alike<StepView>): Row {
  const { first: view, others } = alike;
  const { step, mark, place } = view;
  const { words, names, rest } = othersText(alike, 3);
  const also =
    others.length === 0
      ? ''
      : `; ${words}: ${[...names.map((name) => codeSpan(name)), ...(rest === 0 ? [] : [`${rest} more`])].join(', ')}`;
  const line = (change: string): string =>
    rowText([
      codeSpan(mark),
      codeSpan(step.address),
      change + also,
      place === undefined ? '' : cut(place, 200),
    ]);
  return {
    ...fixedPart(
      line(changeInWords(view)),
      line(`${view.isOpen ? `${openWords}; ` : ''}${cut(gist(step), 80)}`),
    ),
    alike,
  };
}

/** The changes of outcomes in the row of one resource. */
const mostOutcomes = 3;

/** The effect of the step or its differences, on one line. */
function changeInWords(view: StepView): string {
  const { refused, exposure, facts, step } = view;
  const texts = [...refused.map((text) => `**REFUSED**: ${shortSentence(text, 300)}`)];
  const about = [...exposure.map(({ headline }) => headline), ...facts].map((line) =>
    shortSentence(line, 300),
  );
  const fields = fieldsText(view);
  // The fields of new or deleted objects are in the diff; for less protected ones the exposure says enough, but for
  // the values in a policy.
  const isSaid =
    step.action === 'create' ||
    step.action === 'delete' ||
    (exposure.length > 0 && !view.changes.some(({ form }) => form === 'traffic-policy'));
  const outcomes = outcomeTexts(step, mostOutcomes, view.names).map((line) => shortSentence(line, 300));
  const words = [...texts, ...about, ...(isSaid && about.length > 0 ? [] : fields), ...outcomes];
  return words.length === 0 ? shortSentence(view.word, 100) : words.join('; ');
}

function fieldsText(view: StepView): readonly string[] {
  const [only, ...more] = view.changes;
  if (only === undefined) return [];
  const lines = view.changes.flatMap((change) => changedLines(change, view));
  const fields = more.length === 0 ? oneField(only, view) : changedPaths(view, shortPath);
  if (lines.length === 0) return [fields];
  return more.length === 0
    ? [`${fields}: ${lines.join(', ')}`]
    : [fields, `in the policy, ${lines.join(', ')}`];
}

/** The changed lines of a policy in one row. */
const mostLines = 3;

/** The lines of a policy that take the place of another: `capacity: 300` to `capacity: 500`. */
function changedLines(change: FieldChange, view: StepView): readonly string[] {
  if (change.form !== 'traffic-policy' || isKept(view.step)) return [];
  const sides = changeSides(change, { pair: 0, single: 0 }, view.names);
  if (sides.shape !== 'texts') return [];
  const pairs = lineDiff(sides.before, sides.after, { context: 0 }).flatMap(({ lines }) => {
    const [removed, added] = (['-', '+'] as const).map((mark) => lines.filter((line) => line.mark === mark));
    if (removed === undefined || removed.length !== added?.length) return [];
    return removed.map(({ text }, at) =>
      [text, added[at]?.text ?? ''].map((line) => cut(line.trim(), widestValue)),
    );
  });
  const shown = pairs.slice(0, mostLines).map((pair) => pair.join(' to '));
  const rest = pairs.length - shown.length;
  return [...shown, ...(rest === 0 ? [] : [counted(rest, 'more line')])];
}

const shortPath = (path: string): string => cut(path, 120);

const widestValue = 60;

function oneField(change: FieldChange, view: StepView): string {
  const sides = changeSides(change, { pair: widestValue, single: widestValue }, view.names);
  if (sides.shape !== 'values') return changedPaths(view, shortPath);
  const [before, after] = [sides.before, sides.after].map((side) =>
    side === undefined ? 'none' : cut(side, widestValue),
  );
  const path = shortPath(change.path);
  return isKept(view.step)
    ? `${path}: live ${before ?? ''}, files ${after ?? ''}`
    : `${path}: ${before ?? ''} to ${after ?? ''}`;
}
