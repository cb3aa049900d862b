import { flow, shorten, type Role, type Segment } from '../../text/flow-text.ts';
import { inertLine } from '../../text/inert.ts';
import {
  lineDiff,
  markedLines,
  type DiffLine,
  type DiffPart,
  type MarkedLine,
} from '../../text/marked-lines.ts';
import type { Page } from './plan-requests.ts';

/** Limits of a brief plan: lines of a diff, and rows of one line. */
const mostLines = 40;
const mostRows = 3;

/** The differing lines of two texts, below the lines they are nested in; different words within a line are marked. */
export function textDiff(
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
  if (!isBrief || rows.length <= mostLines) return rows;
  const rest = rows.length - mostLines;
  return [...rows.slice(0, mostLines), `${' '.repeat(indent)}… ${rest} more lines`];
}

/** `@ on_http_request > - name: limit > actions`; at the top level only a separator between parts. */
function heading(
  { within }: DiffPart,
  { index, indent, page }: { readonly index: number; readonly indent: number; readonly page: Page },
): readonly string[] {
  if (index === 0 && within.length === 0) return [];
  const path = within.map((line) => inertLine(line).replace(/:$/, '')).join(' > ');
  const text = shorten(`@ ${path}`.trimEnd(), page.columns - indent);
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
    { text: `${mark} `, role: roleOf(mark, false) },
    ...pieces.map(({ text, isChanged }) => ({ text, role: roleOf(mark, isChanged) })),
  ];
}

function roleOf(mark: DiffLine['mark'], isChanged: boolean): Role {
  if (mark === ' ') return 'gutter';
  if (mark === '-') return isChanged ? 'removed-word' : 'removed';
  return isChanged ? 'added-word' : 'added';
}
