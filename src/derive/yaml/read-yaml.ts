import type { Diagnostic } from '../../model/diagnostic.ts';
import type {
  DocumentNode,
  Entry,
  ListNode,
  MapNode,
  ScalarNode,
  Source,
  YamlDocument,
} from '../../model/document.ts';
import { limits } from '../../text/file-limits.ts';
import { charCodes, isGap, skipSpaces, toContent, toLineEnd, type Cursor } from './cursor.ts';
import { hasControls } from './controls.ts';
import { areOrdinary } from './ordinary-keys.ts';
import { flowNode } from './quick-flow.ts';
import { plainScalar, plainStop, quotedScalar, scalar, startsPlain } from './quick-scalars.ts';
import { readThoroughly } from './read-yaml-thorough.ts';

export interface ReadYaml {
  readonly documents: readonly YamlDocument[];
  readonly diagnostics: readonly Diagnostic[];
}

const nothing: readonly Diagnostic[] = [];

/**
 * Reads a YAML 1.2 file into plain data with the exact range of every key and value, in time linear in its size. A
 * document with a syntax error has no root; the documents around it are read.
 */
export function readYaml(source: Source): ReadYaml {
  const documents = readQuickly(source);
  return documents === undefined ? readThoroughly(source) : { documents, diagnostics: nothing };
}

/**
 * Reads plain, common YAML: block maps and lists, scalars on one line, literal blocks, flow collections on one line,
 * comments, several documents. It is some fifteen times as fast as the library, which matters for big workspaces. It
 * never reports: at the first unusual part (an anchor, a tag, a tab, a folded scalar, a duplicate key, a mistake) it
 * gives up, and the library reads the file from the start. A differential test compares its results with the library's,
 * ranges and comments included.
 */

/** The documents of a common file; undefined for any other. */
export function readQuickly(source: Source): readonly YamlDocument[] | undefined {
  const { text } = source;
  if (text.includes('\r') || text.charCodeAt(0) === 0xfeff || hasControls(text)) return undefined;
  const cursor: Cursor = { source, text, at: 0, line: 0, indent: 0, depth: 0, comments: [] };
  const documents: YamlDocument[] = [];
  let start = 0;
  let isOpen = false;
  while (documents.length < limits.documents) {
    if (!toContent(cursor)) return undefined;
    const isEmpty = cursor.indent === -1;
    const root = isEmpty ? undefined : blockNode(cursor);
    if (!isEmpty && (root === undefined || cursor.indent !== -1)) return undefined;
    const isEnd = cursor.at >= text.length;
    if (!isEmpty || isOpen || (isEnd && documents.length === 0)) {
      const range = { start, end: cursor.at };
      documents.push({ source, index: documents.length, range, root, comments: cursor.comments });
      cursor.comments = [];
      start = cursor.at + 3;
    }
    if (isEnd) return documents;
    isOpen = true;
    cursor.at += 3;
    if (!toLineEnd(cursor)) return undefined;
  }
  return undefined;
}

function blockNode(cursor: Cursor): DocumentNode | undefined {
  return isDash(cursor) ? blockList(cursor, cursor.indent) : blockMap(cursor, cursor.indent);
}

function isDash({ text, at }: Cursor): boolean {
  return text.charCodeAt(at) === charCodes.minus && isGap(text, at + 1);
}

/** A block map whose keys are at `column`. The cursor is at the first key, and moves to the content after the map. */
function blockMap(cursor: Cursor, column: number): MapNode | undefined {
  if (++cursor.depth > limits.depth) return undefined;
  const entries: Entry[] = [];
  const start = cursor.at;
  let end = start;
  do {
    const key = blockKey(cursor);
    const value = key === undefined ? undefined : blockValue(cursor, column, 'key');
    if (key === undefined || value === undefined) return undefined;
    entries.push({ key, value });
    end = value.end;
  } while (cursor.indent === column);
  cursor.depth--;
  if (cursor.indent > column || !areOrdinary(entries)) return undefined;
  // The copy has no spare capacity, which would be a tenth of all memory.
  return { type: 'map', start, end, entries: entries.slice(), flow: false };
}

/** A key and its `:`. Undefined, with the cursor unmoved, if there is no simple key. */
function blockKey(cursor: Cursor): ScalarNode | undefined {
  const { text, at: start } = cursor;
  const character = text.charCodeAt(start);
  if (character === charCodes.doubleQuote || character === charCodes.singleQuote) {
    const key = quotedScalar(cursor);
    const colon = skipSpaces(text, cursor.at);
    cursor.at = start;
    return key === undefined ? undefined : endKey(cursor, key, colon);
  }
  const stop = startsPlain(text, start, 'block') ? plainStop(text, start) : -1;
  return stop === -1 ? undefined : endKey(cursor, plainScalar(text, start, stop), stop);
}

function endKey(cursor: Cursor, key: ScalarNode, colon: number): ScalarNode | undefined {
  const { text } = cursor;
  // A key may have at most 1024 characters; the exact limit is left to the library.
  if (text.charCodeAt(colon) !== charCodes.colon || !isGap(text, colon + 1) || colon - key.start > 1000)
    return undefined;
  cursor.at = colon + 1;
  return key;
}

function blockList(cursor: Cursor, column: number): ListNode | undefined {
  if (++cursor.depth > limits.depth) return undefined;
  const items: DocumentNode[] = [];
  const start = cursor.at;
  let end = start;
  do {
    cursor.at++;
    const item = blockValue(cursor, column, 'dash');
    if (item === undefined) return undefined;
    items.push(item);
    end = item.end;
  } while (cursor.indent === column && isDash(cursor));
  cursor.depth--;
  if (cursor.indent > column || items.length > limits.items) return undefined;
  return { type: 'list', start, end, items: items.slice(), flow: false };
}

/** The value after a `:` or `-`. The cursor moves to the next content. */
function blockValue(cursor: Cursor, column: number, after: 'key' | 'dash'): DocumentNode | undefined {
  const { text } = cursor;
  const at = skipSpaces(text, cursor.at);
  const character = text.charCodeAt(at);
  if (character === charCodes.newline || character === charCodes.hash || at >= text.length) {
    return belowValue(cursor, column, after, at);
  }
  cursor.at = at;
  if (after === 'dash') {
    const inner = compactNode(cursor);
    if (inner !== 'scalar') return inner;
  }
  const value = inlineValue(cursor, column);
  return value !== undefined && toLineEnd(cursor) && toContent(cursor) ? value : undefined;
}

/** A value on the lines below, or null if there is none. A list may be in the column of its key. */
function belowValue(
  cursor: Cursor,
  column: number,
  after: 'key' | 'dash',
  at: number,
): DocumentNode | undefined {
  if (!toLineEnd(cursor) || !toContent(cursor)) return undefined;
  if (cursor.indent > column) return blockNode(cursor);
  if (after === 'key' && cursor.indent === column && isDash(cursor)) return blockList(cursor, column);
  return scalar(at, at, null, 'plain');
}

/** A map or list that starts on the line of its `-`. */
function compactNode(cursor: Cursor): DocumentNode | undefined | 'scalar' {
  const { at } = cursor;
  const column = at - cursor.line;
  if (isDash(cursor)) return blockList(cursor, column);
  const isMap = blockKey(cursor) !== undefined;
  cursor.at = at;
  return isMap ? blockMap(cursor, column) : 'scalar';
}

function inlineValue(cursor: Cursor, column: number): DocumentNode | undefined {
  const { text, at } = cursor;
  switch (text.charCodeAt(at)) {
    case charCodes.doubleQuote:
    case charCodes.singleQuote:
      return quotedScalar(cursor);
    case charCodes.openList:
    case charCodes.openMap:
      return flowNode(cursor);
    case charCodes.bar:
      return literalValue(cursor, column);
  }
  const stop = startsPlain(text, at, 'block') ? plainStop(text, at) : -1;
  if (stop === -1 || text.charCodeAt(stop) === charCodes.colon) return undefined;
  const value = plainScalar(text, at, stop);
  cursor.at = value.end;
  return value;
}

/** The cursor after a literal block is already at the start of a line, so it moves back to the line end. */
function literalValue(cursor: Cursor, column: number): ScalarNode | undefined {
  const value = literalBlock(cursor, column);
  if (value !== undefined && cursor.text.charCodeAt(cursor.at - 1) === charCodes.newline) cursor.at--;
  return value;
}

/** A literal block (`|`, `|-`) below a node at `column`. Undefined for rare forms, such as an indentation indicator. */
function literalBlock(cursor: Cursor, column: number): ScalarNode | undefined {
  const { text, at: start } = cursor;
  const isStripped = text.charCodeAt(start + 1) === charCodes.minus;
  cursor.at = start + (isStripped ? 2 : 1);
  if (!toLineEnd(cursor)) return undefined;
  const lines: string[] = [];
  let indent = -1;
  let end = -1;
  let waiting = 0;
  for (let line = cursor.at; line < text.length;) {
    const content = skipSpaces(text, line);
    const newline = text.indexOf('\n', content);
    const stop = newline === -1 ? text.length : newline;
    if (content === stop) {
      // White space indented as deep as the block would be part of its value.
      if (content - line > column) return undefined;
      waiting++;
    } else {
      if (indent === -1) indent = content - line;
      if (text.charCodeAt(content) === charCodes.tab) return undefined;
      if (content - line < indent || indent <= column) break;
      for (; waiting > 0; waiting--) lines.push('');
      lines.push(text.slice(line + indent, stop));
      end = stop;
      cursor.at = Math.min(stop + 1, text.length);
    }
    line = stop + 1;
  }
  if (end === -1) return undefined;
  return scalar(start, end, isStripped ? lines.join('\n') : `${lines.join('\n')}\n`, 'literal');
}
