import type { Json } from '../../../model/value.ts';
import { inertLine } from '../../text/inert.ts';
import type { SourceLink } from '../../findings/source-link.ts';
import type { ChangeData, SourceData, StepData } from './data/data.ts';
import { diffLine, diffRows, plainLine, type HtmlLine, type Row } from './diff-rows.ts';
import { h, type Content } from './element.ts';

/** The names of the two sides of a change, left first. */
type Sides = StepData['sides'];

/** A field that differs, with its sides next to each other, or below each other on a narrow page. */
export function changeView(change: ChangeData, sides: Sides, link: SourceLink): Content {
  const { path, notes, at } = change;
  return h('div', 'change', [
    h('p', 'field', [
      h('code', 'path', path),
      ...notes.map((note) => h('span', 'why', note)),
      ...(at === undefined ? [] : [sourceView(at, link)]),
    ]),
    sidesView(change, sides),
  ]);
}

/** `resources/shop.yaml:12:7`, as a link if there is a URL for it. */
export function sourceView({ file, line, column, layer }: SourceData, link: SourceLink): Content {
  const text = `${inertLine(file)}:${line}:${column}${layer === undefined ? '' : `, ${layer}`}`;
  const href = link(file, line);
  if (href === undefined) return h('span', 'source', text);
  return h('a', { class: 'source', href, rel: 'noopener noreferrer' }, text);
}

function sidesView({ before, after, lines, shape }: ChangeData, kind: Sides): Content {
  const block = (side: Side, rows: readonly HtmlLine[]): Content => blockOf(side, rows, kind);
  if (shape === 'secret') {
    const [side, value] = after === undefined ? (['before', before] as const) : (['secret', after] as const);
    return h(
      'div',
      'sides one',
      block(side, [plainLine(typeof value === 'string' ? value : JSON.stringify(value))]),
    );
  }
  const shown = (value: Json): string => JSON.stringify(value, undefined, shape === 'lines' ? 2 : 0);
  if (before === undefined || after === undefined) {
    const side = after === undefined ? 'before' : 'after';
    const text = lines?.[side] ?? shown(after ?? before ?? null);
    return h('div', 'sides one', block(side, text.replace(/\n$/, '').split('\n').map(plainLine)));
  }
  if (shape === 'line') {
    const [left, right] = diffLine(shown(before), shown(after));
    return h('div', 'sides', h('div', 'row', [block('before', [left]), block('after', [right])]));
  }
  const rows = diffRows(lines?.before ?? shown(before), lines?.after ?? shown(after));
  return h(
    'div',
    'sides',
    rows.flatMap((row, index) => rowView(row, index, rows, block)),
  );
}

const shownAround = 3;

function rowView(
  row: Row,
  index: number,
  rows: readonly Row[],
  block: (side: Side, rows: readonly HtmlLine[]) => Content,
): readonly Content[] {
  if (row.type === 'changed') {
    return [h('div', 'row', [block('before', row.before), block('after', row.after)])];
  }
  const { lines } = row;
  const head = index === 0 ? 0 : shownAround;
  const tail = index === rows.length - 1 ? 0 : shownAround;
  if (lines.length <= head + tail + 1) return [same(lines)];
  const middle = lines.slice(head, lines.length - tail);
  return [
    ...(head === 0 ? [] : [same(lines.slice(0, head))]),
    h('details', 'gap', [h('summary', {}, `${middle.length} lines that stay`), same(middle)]),
    ...(tail === 0 ? [] : [same(lines.slice(-tail))]),
  ];
}

/** Lines that are the same on both sides; screen readers get them once. */
function same(lines: readonly string[]): Content {
  const side = lines.map((line) => lineView(plainLine(line)));
  return h('div', 'row', [
    h('div', 'cell same', side),
    h('div', { class: 'cell same twin', 'aria-hidden': 'true' }, side),
  ]);
}

type Side = 'before' | 'after' | 'secret';

/** Values that are not changed by the plan have named sides instead of signs: nothing is added or removed. */
function blockOf(side: Side, lines: readonly HtmlLine[], kind: Sides): Content {
  if (lines.length === 0) return h('div', 'cell none', '');
  if (kind === 'live-files' && side !== 'secret') {
    const name = side === 'before' ? 'live' : 'files';
    return h('div', 'cell kept', [h('span', 'side', `${name}: `), h('span', {}, lines.map(lineView))]);
  }
  const tag = side === 'before' ? 'del' : side === 'after' ? 'ins' : 'span';
  return h('div', `cell ${side}`, [
    ...(side === 'secret' ? [] : [h('span', 'unseen', `${side}: `)]),
    h(tag, {}, lines.map(lineView)),
  ]);
}

function lineView(line: HtmlLine): Content {
  const pieces = line.map(({ text, isChanged }) => (isChanged ? h('mark', {}, text) : text));
  return h('span', 'ln', pieces);
}
