import type { FieldChange } from '../../../model/plan/change.ts';
import { changeNotes, type ShownField } from '../change-notes.ts';
import type { StepView } from '../step-view.ts';
import { changeSides } from '../change-sides.ts';
import { firstLines, flow, shorten, widthOf, type Segment } from '../../text/flow-text.ts';
import type { Role } from '../../text/paint.ts';
import { inertLine } from '../../text/inert.ts';
import { originText } from './origin-text.ts';
import { wordDiff, type LinePiece } from '../../text/diffs.ts';
import {
  lineDiff,
  markedLines,
  pathWithin,
  type DiffLine,
  type DiffPart,
  type MarkedLine,
} from '../../text/marked-lines.ts';
import { paragraph, withTail, type Page } from '../../text/text-page.ts';

type Mark = '-' | '+' | '~';

const indent = 4;
const roles: Readonly<Record<Mark, Role>> = { '-': 'removed', '+': 'added', '~': 'warn' };

/** A field as `- path: before` and `+ path: after`, with its origin; long texts as a line diff. */
export function changeLines(change: ShownField, view: StepView, page: Page): readonly string[] {
  const path = inertLine(change.path);
  const { suffix = '' } = change;
  const origin = originOf(change, view, page);
  const notes = changeNotes(change, { base: view.base, isKept: false });
  const tail = notes === '' ? [] : paragraph(notes, indent + 4, page);
  const pair = roomFor(path, page);
  const isNewPolicy = change.form === 'traffic-policy' && change.before === undefined;
  const single = isNewPolicy ? 0 : page.view === 'all' ? pair : Infinity;
  const sides = changeSides(change, { pair, single }, view.names);
  switch (sides.shape) {
    case 'secret':
      return [...valueLines('~', path, plain(sides.text, '~'), origin, page), ...tail];
    case 'texts':
      return [
        ...valueLines(markOf(change), path, [], origin, page),
        ...(isNewPolicy
          ? inBrief(textDiff(sides, indent + 4, page), page)
          : textDiff(sides, indent + 4, page)),
        ...tail,
      ];
    case 'values': {
      const [before, after] = [sides.before, sides.after].map((side) =>
        side === undefined ? undefined : `${side}${suffix}`,
      );
      const shown = pieces(before, after);
      return [
        ...(before === undefined
          ? []
          : valueLines('-', path, shown.before, after === undefined ? origin : [], page)),
        ...(after === undefined ? [] : valueLines('+', path, shown.after, origin, page)),
        ...tail,
      ];
    }
  }
}

/** Most lines of a new policy in a brief plan. */
const mostLines = 16;

function inBrief(lines: readonly string[], { view }: Page): readonly string[] {
  if (view === 'all' || lines.length <= mostLines + 1) return lines;
  const rest = `${' '.repeat(indent + 4)}… ${lines.length - mostLines} more lines (plan --all shows them)`;
  return [...lines.slice(0, mostLines), rest];
}

/** The origin of a change; in a brief plan only if it is in another file than the step's. */
function originOf({ origin }: FieldChange, { step }: StepView, { view }: Page): readonly string[] {
  if (origin === undefined) return [];
  const isOwn = origin.layer === undefined && origin.file === step.origin?.file;
  return view === 'brief' && isOwn ? [] : [originText(origin)];
}

function markOf({ before, after }: FieldChange): Mark {
  if (before === undefined) return '+';
  return after === undefined ? '-' : '~';
}

/** The room on a line behind `- path: `. */
function roomFor(path: string, { columns }: Page): number {
  return columns - indent - widthOf(path) - 4;
}

function valueLines(
  mark: Mark,
  path: string,
  value: readonly Segment[],
  origin: readonly string[],
  page: Page,
): readonly string[] {
  const role = roles[mark];
  const head = `${mark} ${path}`;
  const rows = flow(
    value.length === 0
      ? [{ text: head, role }]
      : [{ text: `${head}: `, role }, ...fitting(value, path, page)],
    {
      first: page.columns - indent,
      columns: page.columns - indent - 4,
    },
  ).map((row, index) => {
    const space = ' '.repeat(index === 0 ? indent : indent + 4);
    return {
      shown: space + row.map((segment) => page.paint(segment.role, segment.text)).join(''),
      width: space.length + row.reduce((sum, segment) => sum + widthOf(segment.text), 0),
    };
  });
  const last = rows.at(-1) ?? { shown: '', width: 0 };
  return [
    ...rows.slice(0, -1).map(({ shown }) => shown),
    ...withTail(last, origin, { indent: indent + 4, page }),
  ];
}

/** In a brief plan, a value without a second side is cut to one line. */
function fitting(value: readonly Segment[], path: string, page: Page): readonly Segment[] {
  const text = value.map((segment) => segment.text).join('');
  const room = Math.max(20, roomFor(path, page));
  if (page.view === 'all' || value.length !== 1 || widthOf(text) <= room) return value;
  const size = ` (${text.length} characters)`;
  return value.map(({ role }) => ({ role, text: `${shorten(text, room - size.length)}${size}` }));
}

/** Both sides with different words marked, if they are similar. Made inert before they are split. */
function pieces(before = '', after = ''): Record<'before' | 'after', readonly Segment[]> {
  const [old, now] = [inertLine(before), inertLine(after)];
  const words = wordDiff(old, now);
  return {
    before: words === undefined ? plain(old, '-') : segments(words.before, '-'),
    after: words === undefined ? plain(now, '+') : segments(words.after, '+'),
  };
}

function plain(text: string, mark: Mark): readonly Segment[] {
  return [{ text: inertLine(text), role: roles[mark] }];
}

function segments(words: readonly LinePiece[], mark: '-' | '+'): readonly Segment[] {
  const changed = mark === '-' ? 'removed-word' : 'added-word';
  return words.map(({ text, isChanged }) => ({ text, role: isChanged ? changed : roles[mark] }));
}

/** Limits of a brief plan: lines of a diff, and rows of one line. */
const mostDiffLines = 40;
const mostRows = 3;

/** The differing lines of two texts, below the lines they are nested in; different words within a line are marked. */
function textDiff(
  { before, after }: { readonly before: string; readonly after: string },
  indent: number,
  page: Page,
): readonly string[] {
  const isBrief = page.view === 'brief';
  const parts = lineDiff(before, after, { context: isBrief ? 1 : 3 });
  const rows = parts.flatMap((part, index) => [
    ...heading(part, { index, indent, page }),
    ...partRows(part, indent, page),
  ]);
  if (!isBrief) return rows;
  return firstLines(rows, mostDiffLines, (left) => `${' '.repeat(indent)}… ${left} more lines`);
}

/** `@ on_http_request > - name: limit > actions`; at the top level only a separator between parts. */
function heading(
  part: DiffPart,
  { index, indent, page }: { readonly index: number; readonly indent: number; readonly page: Page },
): readonly string[] {
  if (index === 0 && part.within.length === 0) return [];
  const text = shorten(`@ ${pathWithin(part)}`.trimEnd(), page.columns - indent);
  return [`${' '.repeat(indent)}${page.paint('gutter', text)}`];
}

function partRows({ lines }: DiffPart, indent: number, page: Page): readonly string[] {
  const space = ' '.repeat(indent);
  const room = { first: page.columns - indent, columns: page.columns - indent - 4 };
  return markedLines(lines, page.view === 'brief' ? mostRows * room.columns : Infinity).flatMap((line) => {
    const shown = flow(painted(line), room).map((row, index) => {
      const text = row.map(({ role, text: piece }) => page.paint(role, piece)).join('');
      return `${space}${index === 0 ? '' : '    '}${text}`.trimEnd();
    });
    if (page.view === 'all' || shown.length <= mostRows + 1) return shown;
    return [...shown.slice(0, mostRows), `${space}    … ${shown.length - mostRows} more rows of this line`];
  });
}

function painted({ mark, pieces }: MarkedLine): readonly Segment[] {
  return [
    { text: `${mark} `, role: roleOf(mark, 'line') },
    ...pieces.map(({ text, isChanged }) => ({ text, role: roleOf(mark, isChanged ? 'word' : 'line') })),
  ];
}

function roleOf(mark: DiffLine['mark'], of: 'line' | 'word'): Role {
  if (mark === ' ') return 'gutter';
  if (mark === '-') return of === 'word' ? 'removed-word' : 'removed';
  return of === 'word' ? 'added-word' : 'added';
}
