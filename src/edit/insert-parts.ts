import type { Edit } from '../model/fix.ts';
import type { Entry, ListNode, MapNode, Source } from '../model/document.ts';
import type { Json } from '../model/value.ts';
import { entryRange, nodeRange, trimmedRange } from '../derive/yaml/node-place.ts';
import { addTo } from '../text/lists/group-by.ts';
import { lineBreak, lineEnd, lineStart, startsLine, tagAndAnchorStart } from './lines.ts';
import { inlineYaml, printedEntry, printedInline, printedItem, type Style } from './printed.ts';
import { commentsAbove } from './remove-part.ts';
import { dashOf } from './dash.ts';

type NewMember = readonly [key: string, value: Json];

/** Adds an entry at the end of a map, in the map's style and indentation. */
export function insertEntry(source: Source, map: MapNode, [key, value]: NewMember): Edit | undefined {
  const { text } = source;
  const entry = `${inlineYaml(key)}: ${inlineYaml(value)}`;
  const last = map.entries.at(-1);
  if (map.flow) {
    if (last === undefined)
      return { source, start: map.start, end: trimmedRange(map, source).end, text: `{ ${entry} }` };
    const at = entryRange(last, source).end;
    return { source, start: at, end: at, text: `, ${entry}` };
  }
  const first = map.entries[0];
  if (last === undefined || first === undefined) return undefined;
  if (keepsLineEnds(text, last.value.start)) return undefined;
  const indent = ' '.repeat(tagAndAnchorStart(text, first.key.start) - lineStart(text, first.key.start));
  const at = lineEnd(text, entryRange(last, source).end);
  return { source, start: at, end: at, text: `${lineBreak(text)}${indent}${entry}` };
}

/** Whether a block scalar has `+`: it keeps trailing line breaks, which an entry inserted after it would take away. */
export function keepsLineEnds(text: string, start: number): boolean {
  return /^[|>]\d?\+/.test(text.slice(start, start + 3));
}

interface Where {
  readonly source: Source;
  readonly style: Style;
}

/**
 * Inserts the keys of `target` that a map lacks, each after the key it follows in `target`; undefined if impossible.
 */
export function insertKeys(
  where: Where,
  map: MapNode,
  target: Readonly<Record<string, Json>>,
): readonly Edit[] | undefined {
  const entries = new Map(map.entries.map((entry) => [String(entry.key.value), entry]));
  const groups = new Map<Entry | undefined, string[]>();
  let after: Entry | undefined;
  for (const key of Object.keys(target)) {
    const entry = entries.get(key);
    if (entry === undefined) addTo(groups, after, key);
    else after = entry;
  }
  const edits: Edit[] = [];
  for (const [entry, keys] of groups) {
    const added = keys.map((key) => [key, target[key] ?? null] as const);
    const edit = (map.flow ? inBraces : inBlock)(where, { map, after: entry }, added);
    if (edit === undefined) return undefined;
    edits.push(edit);
  }
  return edits;
}

/** Where a map gets new members: after one of its entries, or before all of them. */
interface MapGap {
  readonly map: MapNode;
  readonly after: Entry | undefined;
}

function inBraces({ source }: Where, { map, after }: MapGap, added: readonly NewMember[]): Edit {
  const text = added.map(([key, value]) => `${printedInline(key)}: ${printedInline(value)}`).join(', ');
  const [first] = map.entries;
  if (after !== undefined) {
    const { end } = entryRange(after, source);
    return { source, start: end, end, text: `, ${text}` };
  }
  if (first !== undefined) return { source, start: first.key.start, end: first.key.start, text: `${text}, ` };
  return { source, start: map.start, end: trimmedRange(map, source).end, text: `{ ${text} }` };
}

function inBlock(
  { source, style }: Where,
  { map, after }: MapGap,
  added: readonly NewMember[],
): Edit | undefined {
  const { text } = source;
  const [first] = map.entries;
  if (first === undefined) return undefined;
  const indent = ' '.repeat(tagAndAnchorStart(text, first.key.start) - lineStart(text, first.key.start));
  const lines = added.map((member) => printedEntry(style, member, indent)).join(style.lineBreak);
  const isKeeping = after !== undefined && keepsLineEnds(text, nodeRange(after.value).start);
  if (after !== undefined && !isKeeping) {
    const at = behindComments(text, lineEnd(text, entryRange(after, source).end), indent.length);
    return { source, start: at, end: at, text: style.lineBreak + lines };
  }
  // After a block scalar that keeps trailing line breaks, insert before the next entry; if there is none, before the
  // block.
  const { start } = (after === undefined ? first : (map.entries[map.entries.indexOf(after) + 1] ?? after))
    .key;
  if (!startsLine(text, start))
    return { source, start, end: start, text: `${lines.trimStart()}${style.lineBreak}${indent}` };
  const at = commentsAbove(text, lineStart(text, start), indent.length);
  return { source, start: at, end: at, text: lines + style.lineBreak };
}

/** Where a list gets new items: after the item with this index; -1 for the start of the list. */
interface ListGap {
  readonly list: ListNode;
  readonly after: number;
}

export function insertItems(
  { source, style }: Where,
  { list, after }: ListGap,
  items: readonly Json[],
): Edit | undefined {
  const { text } = source;
  const [first] = list.items;
  const before = list.items[after];
  if (list.flow || first === undefined) {
    const inline = items.map((item) => printedInline(item)).join(', ');
    if (first === undefined)
      return { source, start: list.start, end: trimmedRange(list, source).end, text: `[${inline}]` };
    const at = before === undefined ? nodeRange(first).start : trimmedRange(before, source).end;
    return { source, start: at, end: at, text: before === undefined ? `${inline}, ` : `, ${inline}` };
  }
  const dash = dashOf(list, 0, source);
  if (dash === undefined) return undefined;
  const indent = ' '.repeat(dash - lineStart(text, dash));
  const lines = items.map((item) => printedItem(style, item, indent)).join(style.lineBreak);
  if (before === undefined && !startsLine(text, dash))
    return { source, start: dash, end: dash, text: `${lines.trimStart()}${style.lineBreak}${indent}` };
  if (before === undefined) {
    const at = lineStart(text, dash);
    return { source, start: at, end: at, text: lines + style.lineBreak };
  }
  if (keepsLineEnds(text, nodeRange(before).start)) {
    const next = dashOf(list, after + 1, source);
    if (next === undefined || list.items[after + 1] === undefined) return undefined;
    const at = commentsAbove(text, lineStart(text, next), indent.length);
    return { source, start: at, end: at, text: lines + style.lineBreak };
  }
  const at = behindComments(text, lineEnd(text, trimmedRange(before, source).end), indent.length);
  return { source, start: at, end: at, text: style.lineBreak + lines };
}

/**
 * The offset after comments that are indented more than the inserted text: they belong to the part above, and a block
 * scalar would swallow them.
 */
function behindComments(text: string, at: number, indent: number): number {
  const deeper = new RegExp(`(?:\\r?\\n[ \\t]*)*\\r?\\n[ ]{${indent + 1},}#[^\\r\\n]*`, 'y');
  let end = at;
  for (deeper.lastIndex = at; deeper.test(text);) end = deeper.lastIndex;
  return end;
}
