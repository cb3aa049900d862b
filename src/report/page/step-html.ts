import { diffArrays } from 'diff';
import type { Json } from '../../model/value.ts';
import { fieldLinkWords } from '../findings/field-link.ts';
import type { SourceLink } from '../findings/source-link.ts';
import type { ChangeData, FindingData, RequestData, SourceData, StepData, WayData } from './data.ts';
import { h, itemList, table, type Content, prose, words } from './html-content.ts';
import { inertLine } from '../text/inert.ts';
import { wordDiff, type LinePiece } from '../text/diffs.ts';

/** Beyond this number of edits, texts have too little in common: one is shown as the replacement of the other. */
const mostEdits = 2000;
const shownAround = 3;

/** The body of a step, used both when the page is written and by its script. */
export function stepBody(data: StepData, link: SourceLink): Content {
  const { at, hash, id, refused, exposure, facts, outcomes, changes, sides, findings } = data;
  const { approve, once, approvals, ways, heading } = data;
  const refusals = refused.map((text) => h('strong', {}, prose(`Refused: ${text}`)));
  const risk = [...refusals, ...exposure.map(reasonView)];
  const about = [
    ...(at === undefined ? [] : [sourceView(at, link)]),
    ...(hash === '' ? [] : [h('span', 'hash', `change ${hash}`)]),
    ...(id === undefined ? [] : [h('span', 'hash', `live as ${id}`)]),
  ];
  return h('div', 'body', [
    itemList('risk', risk),
    itemList('about', about),
    itemList('facts', facts.map(prose)),
    itemList('facts', outcomes.map(prose)),
    ...changes.map((change) => changeView(change, sides, link)),
    ...(approve === undefined ? [] : [commandToCopy('Approve:', approve)]),
    ...(once === undefined ? [] : [commandToCopy('Or once:', once)]),
    ...approvals.map((text) => [
      h('p', 'label', 'Or commit:'),
      toCopy(blockText(text, 'approval to commit')),
    ]),
    ...findings.map((finding) => findingView(finding, link)),
    ...(ways.length === 0 ? [] : [h('p', 'label', heading), itemList('ways', ways.map(wayView))]),
    ...data.requests.map(requestView),
  ]);
}

/** A reason of a loss, with what each object asks for in a table. */
function reasonView({ headline, table: columns }: StepData['exposure'][number]): Content {
  if (columns === undefined) return prose(headline);
  const { titles, rows } = columns;
  const names = [titles.way, titles.asks, titles.lacks] as const;
  return [
    h('p', {}, prose(headline)),
    table(
      headline.replaceAll('`', ''),
      names.map(prose),
      rows.map(({ way, asks, lacks }) =>
        h(
          'tr',
          {},
          [way, asks, lacks].map((cell, index) =>
            cell === ''
              ? h('td', {})
              : h('td', { 'data-label': (names[index] ?? '').replaceAll('`', '') }, prose(cell)),
          ),
        ),
      ),
    ),
  ];
}

function wayView({ lead, command, approve, document }: WayData): Content {
  return [
    command === undefined && approve === undefined
      ? h('p', {}, prose(document === undefined ? lead : `${lead}: commit an approval`))
      : commandToCopy(prose(`${lead}:`), command ?? approve ?? ''),
    ...(command === undefined || approve === undefined ? [] : [commandToCopy('or approve:', approve)]),
    ...(document === undefined
      ? []
      : [
          ...(command === undefined && approve === undefined ? [] : [h('p', 'label', 'or commit:')]),
          toCopy(blockText(document, `approval to commit: ${lead}`)),
        ]),
  ];
}

/** A command behind its purpose. */
export function commandToCopy(purpose: Content, command: string): Content {
  return h('div', 'command', [h('span', 'label', purpose), ' ', toCopy(h('code', {}, words(command)))]);
}

/** With a button that copies it, which the script shows. */
function toCopy(content: Content): Content {
  return h('div', 'copy', [content, h('button', { type: 'button' }, 'Copy')]);
}

function blockText(text: string, label: string): Content {
  return h('pre', { tabindex: 0, role: 'group', 'aria-label': label }, text);
}

export function findingView(
  { severity, rule, message, help, url, reference, at }: FindingData,
  link: SourceLink,
): Content {
  const word = severity === 'warn' ? 'warning' : severity;
  const code = h('code', {}, rule);
  const id = url === undefined ? code : outerLink(url, code);
  return h('div', `finding ${severity}`, [
    h('p', {}, [h('strong', {}, word), ' ', id, ' ', sourceView(at, link)]),
    h('p', {}, prose(message)),
    ...(help === undefined ? [] : [h('p', 'dim', prose(help))]),
    ...(reference === undefined ? [] : [h('p', {}, outerLink(reference, fieldLinkWords))]),
  ]);
}

function outerLink(href: string, content: Content): Content {
  return h('a', { href, rel: 'noopener noreferrer' }, content);
}

function requestView({ line, body, filledIn }: RequestData): Content {
  const head = h('code', {}, line);
  if (body === undefined) return h('p', 'request', head);
  return h('details', 'request', [
    h('summary', {}, [head, h('span', 'dim', ' with its body')]),
    blockText(JSON.stringify(body, undefined, 2), `body of ${line}`),
    itemList('filled', filledIn.map(prose)),
  ]);
}

/** The names of the two sides of a change, left first. */
type Sides = StepData['sides'];

/** A field that differs, with its sides next to each other, or below each other on a narrow page. */
function changeView(change: ChangeData, sides: Sides, link: SourceLink): Content {
  const { path, notes, at } = change;
  return h('div', 'change', [
    h('p', 'field', [
      h('code', 'path', path),
      ...notes.map((note) => h('span', 'why', prose(note))),
      ...(at === undefined ? [] : [sourceView(at, link)]),
    ]),
    sidesView(change, sides),
  ]);
}

/** `resources/shop.yaml:12:7`, as a link if there is a URL for it. */
function sourceView({ file, line, column, layer }: SourceData, link: SourceLink): Content {
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
  const valueText = (value: Json): string => JSON.stringify(value, undefined, shape === 'lines' ? 2 : 0);
  if (before === undefined || after === undefined) {
    const side = after === undefined ? 'before' : 'after';
    const text = lines?.[side] ?? valueText(after ?? before ?? null);
    return h('div', 'sides one', block(side, text.replace(/\n$/, '').split('\n').map(plainLine)));
  }
  if (shape === 'line') {
    const [left, right] = diffLine(valueText(before), valueText(after));
    return h('div', 'sides', h('div', 'row', [block('before', [left]), block('after', [right])]));
  }
  const rows = diffRows(lines?.before ?? valueText(before), lines?.after ?? valueText(after));
  return h(
    'div',
    'sides',
    rows.flatMap((row, index) => rowView(row, index, rows, block)),
  );
}

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
  if (kind !== 'before-after' && side !== 'secret') {
    const name = kind.split('-')[side === 'after' ? 1 : 0] ?? '';
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

type HtmlLine = readonly LinePiece[];

type Row =
  | { readonly type: 'same'; readonly lines: readonly string[] }
  /** Lines that replace others; either side may be empty. */
  | { readonly type: 'changed'; readonly before: readonly HtmlLine[]; readonly after: readonly HtmlLine[] };

/** The rows of a two-column diff. */
function diffRows(before: string, after: string): readonly Row[] {
  const parts = diffArrays(linesOf(before), linesOf(after), { maxEditLength: mostEdits });
  if (parts === undefined) return [changed(linesOf(before), linesOf(after))];
  const rows: Row[] = [];
  let taken: readonly string[] = [];
  for (const { value, added, removed } of parts) {
    if (removed) {
      taken = value;
      continue;
    }
    if (added || taken.length > 0) rows.push(changed(taken, added ? value : []));
    taken = [];
    if (!added) rows.push({ type: 'same', lines: value });
  }
  if (taken.length > 0) rows.push(changed(taken, []));
  return rows;
}

/** Two single-line texts with their different words marked, if the lines are similar enough. */
function diffLine(before: string, after: string): readonly [HtmlLine, HtmlLine] {
  const words = wordDiff(before, after);
  return words === undefined ? [plainLine(before), plainLine(after)] : [words.before, words.after];
}

function plainLine(text: string): HtmlLine {
  return [{ text, isChanged: false }];
}

function changed(before: readonly string[], after: readonly string[]): Row {
  if (before.length !== after.length) {
    return { type: 'changed', before: before.map(plainLine), after: after.map(plainLine) };
  }
  const pairs = before.map((line, index) => diffLine(line, after[index] ?? ''));
  return { type: 'changed', before: pairs.map(([left]) => left), after: pairs.map(([, right]) => right) };
}

function linesOf(text: string): string[] {
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
