import type { DocumentNode, Entry, ListNode, MapNode, ScalarNode } from '../../model/document.ts';
import { charCodes, isGap, skipSpaces, type Cursor } from './cursor.ts';
import { areOrdinary } from './ordinary-keys.ts';
import { limits } from '../../text/file-limits.ts';
import { flowStop, plainScalar, quotedScalar, startsPlain } from './quick-scalars.ts';

/** A value inside `[]` or `{}`, or such a collection itself, on one line. */
export function flowNode(cursor: Cursor): DocumentNode | undefined {
  switch (cursor.text.charCodeAt(cursor.at)) {
    case charCodes.openList:
      return flowList(cursor);
    case charCodes.openMap:
      return flowMap(cursor);
  }
  return flowScalar(cursor);
}

function flowScalar(cursor: Cursor): ScalarNode | undefined {
  const { text, at } = cursor;
  const character = text.charCodeAt(at);
  if (character === charCodes.doubleQuote || character === charCodes.singleQuote) return quotedScalar(cursor);
  if (!startsPlain(text, at, 'flow')) return undefined;
  const stop = flowStop(text, at);
  if (stop === at) return undefined;
  cursor.at = stop;
  return plainScalar(text, at, stop);
}

function flowList(cursor: Cursor): ListNode | undefined {
  const { text, at: start } = cursor;
  if (++cursor.depth > limits.depth) return undefined;
  const items: DocumentNode[] = [];
  cursor.at = skipSpaces(text, start + 1);
  while (text.charCodeAt(cursor.at) !== charCodes.closeList) {
    const item = flowNode(cursor);
    if (item === undefined || !toNext(cursor, charCodes.closeList)) return undefined;
    items.push(item);
  }
  cursor.depth--;
  cursor.at++;
  if (items.length > limits.items) return undefined;
  return { type: 'list', start, end: cursor.at, items: items.slice(), flow: true };
}

function flowMap(cursor: Cursor): MapNode | undefined {
  const { text, at: start } = cursor;
  if (++cursor.depth > limits.depth) return undefined;
  const entries: Entry[] = [];
  cursor.at = skipSpaces(text, start + 1);
  while (text.charCodeAt(cursor.at) !== charCodes.closeMap) {
    const key = flowScalar(cursor);
    cursor.at = skipSpaces(text, cursor.at);
    if (key === undefined || text.charCodeAt(cursor.at) !== charCodes.colon || !isGap(text, cursor.at + 1))
      return undefined;
    cursor.at = skipSpaces(text, cursor.at + 1);
    const value = flowNode(cursor);
    if (value === undefined || !toNext(cursor, charCodes.closeMap)) return undefined;
    entries.push({ key, value });
  }
  cursor.depth--;
  cursor.at++;
  return areOrdinary(entries)
    ? { type: 'map', start, end: cursor.at, entries: entries.slice(), flow: true }
    : undefined;
}

/** Moves over a comma to the next item, or to the closing bracket. */
function toNext(cursor: Cursor, close: number): boolean {
  const { text } = cursor;
  const at = skipSpaces(text, cursor.at);
  const isComma = text.charCodeAt(at) === charCodes.comma;
  cursor.at = isComma ? skipSpaces(text, at + 1) : at;
  return isComma || text.charCodeAt(at) === close;
}
