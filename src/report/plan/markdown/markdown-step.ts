import { shortChange } from '../../../derive/approval-text.ts';
import type { FieldChange, PlanOrigin, Step } from '../../../model/plan.ts';
import { othersText, type Alike } from '../alike.ts';
import { attributionWords, changeNotes } from '../change-notes.ts';
import { changeSides } from '../change-sides.ts';
import { unjudgedLines, weakenedLines } from '../exposed.ts';
import { clip } from '../../text/flow.ts';
import { heldWords } from '../held-words.ts';
import { restsOnLines } from '../rests-on.ts';
import { inertLine } from '../../text/inert.ts';
import { lineDiff, type DiffPart } from '../../text/line-diff.ts';
import { markedLines } from '../../text/marked-lines.ts';
import { codeBlock, codeSpan, sentence } from '../../text/markdown.ts';
import { actionWords, gist } from '../plan-groups.ts';
import { protectionLines } from '../text/plan-step.ts';
import { reasonText } from '../words/reason.ts';
import { remedyHeading, remedyText } from '../words/remedy.ts';

/** A value this wide stands on a line; a longer text is laid out, or cut. */
const widest = 160;
/** So many lines of one field, and of one step. */
const mostOfField = 40;
const mostOfStep = 120;
/** Of those that are alike. */
const mostNamed = 100;

/** A step on a line of a list. */
export function stepItem(alike: Alike): string {
  const { first, others } = alike;
  const also = others.length === 0 ? '' : ` ${othersText(alike, 0).words}`;
  return `- ${head(first)}${also}: ${cut(gist(first), 120)}\n`;
}

/** A step with its reason, what it changes, and what can be done about it. */
export function stepParagraphs(alike: Alike): string {
  const { first, others } = alike;
  const { changes, missingSecrets, requests, remedies } = first;
  const facts = factsOf(first);
  const about = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  const diff = diffLines(first);
  const paragraphs = [
    `${head(first)}${placed(first.origin)}: ${shortSentence(reasonText(first.reason), 600)}${about}`,
    ...(changes.length === 0 ? [] : [codeBlock(diff.join('\n'), 'diff')]),
    ...(missingSecrets.length === 0
      ? []
      : [`apply needs ${missingSecrets.map(codeSpan).join(', ')}, which cannot be found here`]),
    ...(requests.length === 0
      ? []
      : [requests.map(({ method, path }) => cut(`${method} ${path}`, 400)).join(', ')]),
    ...(remedies.length === 0
      ? []
      : [
          `${remedyHeading(first)}:`,
          remedies.map((remedy) => `- ${shortSentence(remedyText(remedy), 600)}`).join('\n'),
        ]),
    ...(others.length === 0 ? [] : [othersParagraph(alike)]),
  ];
  return `\n${paragraphs.join('\n\n')}\n\n`;
}

function head({ action, address, hash }: Step): string {
  const word = actionWords.find(([each]) => each === action)?.[1] ?? action;
  return `**${word}** ${codeSpan(address)}${hash === '' ? '' : ` (change ${codeSpan(shortChange(hash))})`}`;
}

function placed(origin: PlanOrigin | undefined): string {
  return origin === undefined ? '' : ` in ${cut(`${origin.file}:${origin.line}:${origin.column}`, 300)}`;
}

function factsOf(step: Step): readonly string[] {
  const { action, attribution = [], exposure, formerly, held = [], isProtected, since } = step;
  return [
    ...(formerly === undefined || action === 'keep' ? [] : [`formerly ${codeSpan(formerly)}`]),
    ...(since === undefined ? [] : [`since after ${codeSpan(since)}`]),
    ...(isProtected ? ['protected'] : []),
    ...restsOnLines(step, codeSpan),
    ...attribution.map((one) => attributionWords[one]),
    ...[...weakenedLines(step), ...unjudgedLines(step)].map((line) => shortSentence(line, 600)),
    ...(exposure === undefined ? protectionLines(step).map(codeSpan) : []),
    ...(held.length === 0 ? [] : [`changed outside, and left as it is: ${cut(held.join(', '), 300)}`]),
  ];
}

function othersParagraph(alike: Alike): string {
  const { words, names, rest } = othersText(alike, mostNamed);
  const more = rest === 0 ? [] : [`and ${rest} more: see the full plan`];
  return `${words}: ${[...names.map((name) => codeSpan(name)), ...more].join(', ')}`;
}

/** As GitHub and GitLab colour it: `-` and `+`, `@@` where a part begins, `#` for a note. */
function diffLines({ action, changes }: Step): readonly string[] {
  const lines = changes.flatMap((change) =>
    // Why a field of a deleted object goes needs no words.
    changeLines(action === 'delete' ? { ...change, cause: 'configuration' } : change),
  );
  const head = heldWords({ action, changes }, ['-', '+']).map((words) => `# ${words}`);
  if (lines.length <= mostOfStep) return [...head, ...lines];
  return [...head, ...lines.slice(0, mostOfStep), `# … ${lines.length - mostOfStep} more lines`];
}

function changeLines(change: FieldChange): readonly string[] {
  const path = inertLine(change.path);
  const notes = changeNotes(change);
  const tail = notes === '' ? [] : [`#   ${limited(inertLine(notes))}`];
  const sides = changeSides(change, { pair: widest, single: widest });
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
      const rest = lines.length - mostOfField;
      const shown = rest > 0 ? [...lines.slice(0, mostOfField), `# … ${rest} more lines`] : lines;
      return [...shown, ...tail];
    }
  }
}

function partLines(path: string, { lines, within }: DiffPart): readonly string[] {
  const where = [path, ...within.map((line) => inertLine(line).replace(/:$/, ''))].join(' > ');
  return [
    `@@ ${limited(where)} @@`,
    ...markedLines(lines, widest).map(({ mark, pieces }) => {
      const text = pieces.map((piece) => piece.text).join('');
      return `${mark} ${clip(text, 2 * widest)}`;
    }),
  ];
}

function limited(text: string): string {
  return clip(text, widest);
}

/** A code span of no more than so many characters. */
export function cut(text: string, most: number): string {
  return codeSpan(clip(inertLine(text), most));
}

/** A sentence; one that is far too long is cut, as code. */
export function shortSentence(text: string, most: number): string {
  return text.length <= most ? sentence(text) : cut(text, most);
}
