import type { FieldChange } from '../../../model/plan/change.ts';
import { firstLines, flow, shorten, widthOf } from '../../text/flow-text.ts';
import { inertLine } from '../../text/inert.ts';
import { lineDiff, markedLines, pathWithin } from '../../text/marked-lines.ts';
import { changeNotes } from '../change-notes.ts';
import { changeSides } from '../change-sides.ts';
import type { StepView } from '../step-view.ts';
import { originText } from './origin-text.ts';
import { paragraph, withTail, type Page } from '../../text/text-page.ts';

/** The names of the sides: nothing is added or removed, so there are no signs and no diff colors. */
function columnsOf({ sides }: StepView): readonly string[] {
  return [...sides.split('-'), 'last applied'];
}

interface Row {
  readonly change: FieldChange;
  readonly path: string;
  readonly cells: readonly string[];
}

/** The fields of a step that is not applied, in columns; wider values are below their path. */
export function keptLines(view: StepView, page: Page): readonly string[] {
  const columns = columnsOf(view);
  const rows = view.changes.flatMap((change) => rowOf(change, view) ?? []);
  const widths = [
    Math.max(0, ...rows.map(({ path }) => widthOf(path))),
    ...columns.map((name, index) => columnWidth(name, rows, index)),
  ];
  const total = 4 + widths.reduce((sum, width) => sum + (width === 0 ? 0 : width + 3), -3);
  const isTable = rows.length > 0 && total <= page.columns;
  const cells = (texts: readonly string[]): string =>
    `    ${texts
      .map((text, index) => `${text}${' '.repeat(Math.max(0, (widths[index] ?? 0) - widthOf(text)))}`)
      .join('   ')}`.trimEnd();
  return [
    ...(isTable
      ? [
          page.paint('gutter', cells(['', ...columns.filter((_, index) => (widths[index + 1] ?? 0) > 0)])),
          ...rows.flatMap(({ change, path, cells: texts }) => [
            ...withOrigin(cells([path, ...texts]), change, page),
            ...notesOf(change, view, page),
          ]),
        ]
      : []),
    ...view.changes
      .filter((change) => !isTable || rowOf(change, view) === undefined)
      .flatMap((change) => stacked(change, view, page)),
  ];
}

function columnWidth(name: string, rows: readonly Row[], index: number): number {
  const texts = rows.map(({ cells }) => cells[index] ?? '');
  return texts.every((text) => text === '') ? 0 : Math.max(widthOf(name), ...texts.map(widthOf));
}

/** Maximum width of a value in columns. */
const widestCell = 40;

function rowOf(change: FieldChange, { names }: StepView): Row | undefined {
  const sides = changeSides(change, { pair: widestCell, single: widestCell }, names);
  if (sides.shape === 'texts') return undefined;
  const [live, files] =
    sides.shape === 'secret' ? ['(secret)', sides.text] : [sides.before ?? '(none)', sides.after ?? '(none)'];
  const cells = [live, files, ...(change.applied === undefined ? [] : [change.applied])].map(inertLine);
  return cells.some((cell) => widthOf(cell) > widestCell)
    ? undefined
    : { change, path: inertLine(change.path), cells };
}

function withOrigin(line: string, { origin }: FieldChange, page: Page): readonly string[] {
  return withTail(
    { shown: line, width: widthOf(line) },
    page.view === 'all' && origin !== undefined ? [originText(origin)] : [],
    { indent: 8, page },
  );
}

/** The path, then each side on its own line; for long texts, the differing lines. */
function stacked(change: FieldChange, view: StepView, page: Page): readonly string[] {
  const room = page.columns - 13;
  const sides = changeSides(
    change,
    { pair: room, single: page.view === 'all' ? room : Infinity },
    view.names,
  );
  const [first = '', second = ''] = columnsOf(view);
  const width = Math.max(widthOf(first), widthOf(second)) + 2;
  const side = (name: string, text: string): readonly string[] => {
    const label = `${name}:`.padEnd(width);
    const whole = inertLine(text);
    const shown = page.view === 'all' ? whole : shorten(whole, room);
    return flow([{ text: shown, role: 'plain' }], { first: room, columns: room }).map(
      (row, index) =>
        `      ${index === 0 ? label : ' '.repeat(width)}${row.map((segment) => segment.text).join('')}`,
    );
  };
  const lines =
    sides.shape === 'secret'
      ? [...side(first, '(secret)'), ...side(second, sides.text)]
      : sides.shape === 'values'
        ? [...side(first, sides.before ?? '(none)'), ...side(second, sides.after ?? '(none)')]
        : textLines(sides, [first, second], page);
  return [
    ...withOrigin(`    ${inertLine(change.path)}`, change, page),
    ...lines,
    ...(change.applied === undefined ? [] : paragraph(`last applied: ${change.applied}`, 6, page)),
    ...notesOf(change, view, page),
  ];
}

const mostLines = 40;

function textLines(
  { before, after }: { readonly before: string; readonly after: string },
  [first, second]: readonly [string, string],
  page: Page,
): readonly string[] {
  const parts = lineDiff(before, after, { context: page.view === 'brief' ? 1 : 3 });
  const lines = parts.flatMap((part) => [
    ...(part.within.length === 0 ? [] : [`      @ ${shorten(pathWithin(part), page.columns - 8)}`]),
    ...markedLines(part.lines, Infinity).map(({ mark, pieces }) => {
      const name = mark === '-' ? first : mark === '+' ? second : 'both';
      const text = pieces.map((piece) => piece.text).join('');
      return shorten(
        `      ${name.padEnd(Math.max(6, widthOf(first), widthOf(second)))} ${text}`,
        page.columns,
      ).trimEnd();
    }),
  ]);
  return page.view === 'all' ? lines : firstLines(lines, mostLines, (left) => `      … ${left} more lines`);
}

function notesOf(change: FieldChange, { base }: StepView, page: Page): readonly string[] {
  const { applied: _applied, ...rest } = change;
  const notes = changeNotes(rest, { base, isKept: true });
  return notes === '' ? [] : paragraph(notes, 8, page);
}
