import { plainValue } from '../derive/schema/plain-value.ts';
import { isJsonList, isJsonMap, isSameJson } from '../text/json/json-access.ts';
import type { Edit } from '../model/fix.ts';
import type { DocumentNode, ListNode, MapNode, Range, ScalarNode, Source } from '../model/document.ts';
import type { Json } from '../model/value.ts';
import { insertItems, insertKeys } from './insert-parts.ts';
import { lineEnd, lineStart } from './lines.ts';
import { alignedItems } from './aligned-items.ts';
import { isEveryday, printedBehindDash, printedBehindKey, printedInline, type Style } from './printed.ts';
import { removePart } from './remove-part.ts';
import { foundIn, foundRoot, isBlock, type FoundNode } from '../derive/yaml/document-tree.ts';
import { trimmedRange, nodeRange } from '../derive/yaml/node-place.ts';

export interface EditContext {
  readonly source: Source;
  readonly style: Style;
}

/** The edits of one pass that bring the value of a node closer to `target`, in order of priority. */
export function valueEdits(context: EditContext, root: DocumentNode, target: Json): readonly Edit[] {
  return editsAt(context, foundRoot(root), target);
}

function editsAt(context: EditContext, found: FoundNode, target: Json): readonly Edit[] {
  const { node } = found;
  if (isSameJson(plainValue(node), target)) return [];
  // The content of an alias is shared with other places, so the alias is replaced by a value of its own.
  if (node.alias === undefined && node.type === 'map' && isJsonMap(target)) {
    const edits = mapEdits(context, { ...found, node }, target);
    if (edits !== undefined) return edits;
  }
  if (node.alias === undefined && node.type === 'list' && isJsonList(target)) {
    const edits = listEdits(context, { ...found, node }, target);
    if (edits !== undefined) return edits;
  }
  const replaced = replaceWhole(context, found, target);
  return replaced === undefined ? [] : [replaced];
}

/** Undefined if this map cannot be edited in parts. */
function mapEdits(
  context: EditContext,
  found: FoundNode & { readonly node: MapNode },
  target: Readonly<Record<string, Json>>,
): readonly Edit[] | undefined {
  const { source } = context;
  const { node } = found;
  const has = new Set(node.entries.map(({ key }) => String(key.value)));
  const fresh = Object.keys(target).filter((key) => !has.has(key));
  const edits: Edit[] = [];
  if (fresh.length > 0) {
    const inserted = insertKeys(context, node, target);
    if (inserted === undefined) return undefined;
    edits.push(...inserted);
  }
  for (const entry of node.entries) {
    const key = String(entry.key.value);
    const inner = foundIn(found, entry.value, entry);
    const wanted = target[key];
    if (Object.hasOwn(target, key) && wanted !== undefined) edits.push(...editsAt(context, inner, wanted));
    else {
      const removed = removePart(source, inner, found);
      // The only entry of a map is removed in a later pass, after new ones have been added.
      if (removed !== undefined) edits.push(removed);
      else if (fresh.length === 0) return undefined;
    }
  }
  return edits;
}

function listEdits(
  context: EditContext,
  found: FoundNode & { readonly node: ListNode },
  target: readonly Json[],
): readonly Edit[] | undefined {
  const { source } = context;
  const { node } = found;
  const edits: Edit[] = [];
  const { kept, fresh, gone } = alignedItems(node.items.map(plainValue), target);
  for (const [after, items] of fresh) {
    const inserted = insertItems(context, { list: node, after }, items);
    if (inserted === undefined) return undefined;
    edits.push(inserted);
  }
  const innerOf = (index: number): FoundNode | undefined => {
    const item = node.items[index];
    return item && foundIn(found, item, undefined);
  };
  for (const [index, wanted] of kept) {
    const inner = innerOf(index);
    if (inner !== undefined) edits.push(...editsAt(context, inner, wanted));
  }
  for (const index of gone) {
    const inner = innerOf(index);
    const removed = inner && removePart(source, inner, found);
    if (removed !== undefined) edits.push(removed);
    else if (fresh.size === 0) return undefined;
  }
  return edits;
}

function replaceWhole(
  { source, style }: EditContext,
  { node, entry, parent }: FoundNode,
  target: Json,
): Edit | undefined {
  const { text } = source;
  if (parent === undefined || parent.type === 'scalar') return undefined;
  const { start, end } = standingAt(source, node, entry);
  const isLineOpen = text.slice(end, lineEnd(text, end)).trim() !== '' && !isBlockScalar(node);
  if (parent.flow || (isLineOpen && !isBlock(node))) {
    const inline = printedInline(
      target,
      node.type === 'scalar' && node.alias === undefined ? node.style : undefined,
    );
    return { source, start, end, text: start === end ? apart(text, start, inline) : inline };
  }
  if (isOneLine(node, text) && isScalar(target) && isEveryday(target) && start < end)
    return { source, start, end, text: printedInline(target, (node as ScalarNode).style) };
  if (entry === undefined) {
    // Indents as if the dash were directly before the item, wherever it is.
    const column = start - lineStart(text, start);
    if (column < 2) return undefined;
    return { source, start, end, text: printedBehindDash(style, target, ' '.repeat(column - 2)) };
  }
  const colon = text.indexOf(':', entry.key.end);
  if (colon === -1) return undefined;
  const indent = ' '.repeat(entry.key.start - lineStart(text, entry.key.start));
  return {
    source,
    start: colon + 1,
    end: Math.max(end, colon + 1),
    text: printedBehindKey(style, target, indent),
  };
}

/** Spaces an inserted value, so that it joins neither the text before it nor a comment after it. */
function apart(text: string, at: number, inline: string): string {
  const before = text[at - 1] === ' ' ? '' : ' ';
  const behind = text[at] === '#' ? ' ' : '';
  return `${before}${inline}${behind}`;
}

/** The range of a value; for an empty one the offset after its colon, wherever the reader placed it. */
function standingAt(source: Source, node: DocumentNode, entry: FoundNode['entry']): Range {
  const { start, end } = trimmedRange(node, source);
  const colon = entry === undefined ? -1 : source.text.indexOf(':', entry.key.end);
  return start < end || colon === -1 ? { start, end } : { start: colon + 1, end: colon + 1 };
}

function isScalar(value: Json): boolean {
  return typeof value !== 'object' || value === null;
}

function isBlockScalar(node: DocumentNode): boolean {
  return (
    node.type === 'scalar' &&
    (node.style === 'literal' || node.style === 'folded') &&
    node.alias === undefined
  );
}

function isOneLine(node: DocumentNode, text: string): boolean {
  if (node.type !== 'scalar' || isBlockScalar(node)) return false;
  const { start, end } = nodeRange(node);
  return !text.slice(start, end).includes('\n');
}
