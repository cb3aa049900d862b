import type { Range, MapNode, ListNode, Source } from '../model/document.ts';
import { entryRange, trimmedRange, nodeRange } from '../derive/yaml/node-place.ts';
import { lastNotAfter } from '../text/lists/last-not-after.ts';
import { tagAndAnchorStart, startsLine, nextLine, lineStart, firstLine } from './lines.ts';
import type { FoundNode } from '../derive/yaml/document-tree.ts';
import type { Edit } from '../model/fix.ts';
import { dashOf } from './dash.ts';

/**
 * Removes a map entry or list item. In a flow collection its comma goes too; in a block its lines go, with the comments
 * directly above it at the same indentation. If it is the only part of a block, the block becomes `{}` or `[]`, because
 * nothing at all would be null. `above` is the entry that has the block as its value.
 */
export function removePart(source: Source, found: FoundNode, above: FoundNode | undefined): Edit | undefined {
  const { parent } = found;
  if (parent === undefined || parent.type === 'scalar') return undefined;
  const parts = partsOf(parent, source);
  const bare = found.entry === undefined ? trimmedRange(found.node, source) : entryRange(found.entry, source);
  const index = parts.indexOf(bare.start);
  const range = withTagAndAnchor(bare, source);
  if (parts.at(index)?.start !== range.start) return undefined;
  const part = { parent, parts, index, range };
  if (parent.flow) return removeFromFlow(source, part);
  return parts.count === 1 ? emptied(source, part, above) : removeLines(source, part);
}

/** The parts of a map or list, in source order. */
interface Parts {
  readonly count: number;
  readonly at: (index: number) => Range | undefined;
  readonly indexOf: (start: number) => number;
}

/**
 * Looks parts up without creating a list: with a finding for each part of a big collection, that would be quadratic.
 */
function partsOf(node: MapNode | ListNode, source: Source): Parts {
  if (node.type === 'map') {
    const { entries } = node;
    return {
      count: entries.length,
      at: (index) => entries[index] && withTagAndAnchor(entryRange(entries[index], source), source),
      indexOf: (start) => lastNotAfter(entries, start, ({ key }) => key.start),
    };
  }
  const { items } = node;
  return {
    count: items.length,
    at: (index) => items[index] && withTagAndAnchor(trimmedRange(items[index], source), source),
    indexOf: (start) => lastNotAfter(items, start, (item) => nodeRange(item).start),
  };
}

/** With its tag and its anchor, which must not be left to the part behind it. */
function withTagAndAnchor({ start, end }: Range, { text }: Source): Range {
  return { start: tagAndAnchorStart(text, start), end };
}

/** A part of a map or list. */
interface CollectionPart {
  readonly parent: MapNode | ListNode;
  readonly parts: Parts;
  readonly index: number;
  readonly range: Range;
}

function removeFromFlow(source: Source, { parent, parts, index, range }: CollectionPart): Edit {
  const next = parts.at(index + 1);
  const before = parts.at(index - 1);
  const { text } = source;
  if (next !== undefined) {
    const gap = text.slice(range.end, next.start);
    // A comment after the comma may be about another part.
    const comma = gap.includes('#') ? /^\s*,[ \t]*/.exec(gap)?.[0].length : undefined;
    return {
      source,
      start: range.start,
      end: comma === undefined ? next.start : range.end + comma,
      text: '',
    };
  }
  if (before !== undefined) {
    const isCommented = text.slice(before.end, range.start).includes('#');
    if (!isCommented) return { source, start: before.end, end: range.end, text: '' };
    const comma = /\s*,/y;
    comma.lastIndex = range.end;
    const end = comma.test(text) ? comma.lastIndex : range.end;
    const isAlone = startsLine(text, range.start) && text.slice(end, nextLine(text, end)).trim() === '';
    return isAlone
      ? { source, start: lineStart(text, range.start), end: nextLine(text, end), text: '' }
      : { source, start: range.start, end, text: '' };
  }
  return { source, start: parent.start + 1, end: trimmedRange(parent, source).end - 1, text: '' };
}

function emptied(
  source: Source,
  { parent, range }: CollectionPart,
  above: FoundNode | undefined,
): Edit | undefined {
  const key = above?.entry?.key;
  if (key === undefined || parent.anchor !== undefined) return undefined;
  const colon = source.text.indexOf(':', key.end);
  const between = source.text.slice(colon + 1, lineStart(source.text, range.start));
  // A comment beside the key would be lost.
  if (colon === -1 || colon > range.start || between.includes('#')) return undefined;
  return { source, start: colon + 1, end: range.end, text: parent.type === 'map' ? ' {}' : ' []' };
}

function removeLines(source: Source, { parent, parts, index, range }: CollectionPart): Edit | undefined {
  const { text } = source;
  const next = parts.at(index + 1);
  const start = parent.type === 'list' ? dashOf(parent, index, source) : range.start;
  if (start === undefined) return undefined;
  if (!startsLine(text, start)) {
    // The first entry of a map in a list item: the next entry moves up beside the dash.
    return next === undefined || parent.type === 'list'
      ? undefined
      : { source, start, end: next.start, text: '' };
  }
  const first = commentsAbove(text, lineStart(text, start), start - lineStart(text, start));
  return { source, start: first, end: nextLine(text, range.end), text: '' };
}

/** Start of the comments directly above a line; comments in the first lines of the file are a header and stay. */
export function commentsAbove(text: string, line: number, indent: number): number {
  const top = firstLine(text);
  let first = line;
  while (first > top) {
    const above = lineStart(text, first - 1);
    const content = text.slice(above, first);
    if (content.length - content.trimStart().length !== indent || !content.trimStart().startsWith('#')) break;
    first = above;
  }
  const before = first === top ? '---' : text.slice(lineStart(text, first - 1), first).trim();
  return before.startsWith('---') ? line : first;
}
