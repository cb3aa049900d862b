import { firstLines, flow, widthOf, wrap } from '../../text/flow-text.ts';
import { inertLine } from '../../text/inert.ts';
import type { ExposureReason, ProtectionRow, ProtectionTable } from '../words/exposure-words.ts';
import { paragraph, type Page } from '../../text/text-page.ts';

const indent = 4;
const gap = 2;
/** Minimum width of the last column, whose texts are the longest. */
const leastOfLast = 30;
/** Maximum width of the titles where they are in front of the cells. */
const widestTitle = 20;
/** Maximum number of lines of one loss, and of losses, unless the plan is shown in full. */
const mostOfLoss = 4;
const mostLosses = 5;

type Cells = readonly [way: string, asks: string, lacks: string];

/** The reasons why something becomes less protected: those of one sentence together, each other one with its table. */
export function reasonLines(reasons: readonly ExposureReason[], page: Page): readonly string[] {
  const lines: string[] = [];
  let together: string[] = [];
  const end = (): void => {
    if (together.length > 0) lines.push(...paragraph(together.join('; '), indent, page));
    together = [];
  };
  for (const { headline, table } of reasons) {
    if (table !== undefined) end();
    together.push(headline);
    if (table === undefined) continue;
    end();
    lines.push(...tableLines(table, page));
  }
  end();
  return lines;
}

/** In columns, or with each cell behind its title where the names leave no room for columns. */
function tableLines({ titles, rows: all }: ProtectionTable, page: Page): readonly string[] {
  const most = page.view === 'all' ? all.length : mostLosses;
  const rows = all.slice(0, most).map(cellsOf);
  const heads = cellsOf(titles);
  const left = all.length - rows.length;
  const rest = left === 0 ? [] : [`… ${left} more (plan --all shows ${left === 1 ? 'it' : 'them'})`];
  const widthAt = (index: 0 | 1): number =>
    Math.max(...[heads, ...rows].map((cells) => widthOf(cells[index]))) + gap;
  const [first, second] = [widthAt(0), widthAt(1)];
  const room = page.columns - indent - gap - first - second;
  const space = ' '.repeat(indent + gap);
  if (room < leastOfLast) return [...stacked(heads, rows, page), ...rest.map((line) => space + line)];
  const line = ([way, asks]: readonly [string, string, ...unknown[]], last: string): string =>
    `${space}${padded(way, first)}${padded(asks, second)}${last}`.trimEnd();
  return [
    page.paint('gutter', line(heads, heads[2])),
    ...rows.flatMap((cells) =>
      lossLines(cells[2], room, page).map((last, index) => line(index === 0 ? cells : ['', ''], last)),
    ),
    ...rest.map((text) => line(['', ''], text)),
  ];
}

function stacked(heads: Cells, rows: readonly Cells[], page: Page): readonly string[] {
  const space = ' '.repeat(indent + gap);
  // The title of the losses can name an object, and be wider than any column.
  const width = Math.min(Math.max(...heads.map(widthOf)) + 2, widestTitle);
  const room = page.columns - indent - gap - width;
  return heads.flatMap((head, index) => {
    const cells = rows.map((row) => row[index] ?? '').filter((cell) => cell !== '');
    const lines = cells.flatMap((cell) => (index === 2 ? lossLines(cell, room, page) : broken(cell, room)));
    const title = `${head}:`;
    const isBeside = widthOf(title) < width;
    return [
      ...(isBeside ? [] : broken(title, room + width).map((line) => space + line)),
      ...lines.map((line, at) => `${space}${padded(isBeside && at === 0 ? title : '', width)}${line}`),
    ];
  });
}

function lossLines(text: string, room: number, page: Page): readonly string[] {
  const lines = broken(text, room);
  return page.view === 'all' ? lines : firstLines(lines, mostOfLoss, () => '… (plan --all shows the rest)');
}

/** Between words, and within those that are wider than the room. */
function broken(text: string, room: number): readonly string[] {
  return wrap(text, room).flatMap((line) =>
    flow([{ text: line, role: 'plain' }], { first: room, columns: room }).map((pieces) =>
      pieces.map((piece) => piece.text).join(''),
    ),
  );
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

function cellsOf({ way, asks, lacks }: ProtectionRow): Cells {
  return [inertLine(way), inertLine(asks), inertLine(lacks)];
}
