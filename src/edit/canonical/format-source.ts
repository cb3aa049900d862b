/**
 * Brings a file into canonical form: keys in the order of the field tables. A map is split into one chunk for each
 * entry (its lines and the comments above it), and the chunks are sorted; text between them stays in place. So comments
 * move with their key, and no byte of a value changes. A map is reordered only if the result parses to the same values:
 * if moving lines would change the meaning (a block scalar that keeps its trailing newlines), it is left alone.
 */
import { entryOf } from '../../derive/yaml/document-tree.ts';
import type { DocumentNode, MapNode, Source, YamlDocument } from '../../model/document.ts';
import { orderOf, type KeyOrder } from './key-order.ts';
/** The parser, passed in because stages do not import each other. */
export type ReadDocuments = (source: Source) => readonly YamlDocument[];

interface FormatOptions {
  readonly read: ReadDocuments;
  /** The order of keys in traffic policies; without it they are left alone. */
  readonly policy?: KeyOrder;
  /** The order of a file whose documents have no kind, such as a traffic policy. */
  readonly order?: KeyOrder | undefined;
}

interface TextMove {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text of `source` in canonical form; unchanged if there is nothing to do. Idempotent. */
export function formatSource(source: Source, options: FormatOptions): string {
  const { read } = options;
  let current = source;
  const refused = new Set<number>();
  for (;;) {
    const documents = read(current);
    const next = documents
      .flatMap((document) => firstReorderings(document, options))
      .find(({ start }) => !refused.has(start));
    if (next === undefined) return current.text;
    const text = current.text.slice(0, next.start) + next.text + current.text.slice(next.end);
    const changed = { path: source.path, text };
    if (meaning(read(changed)) === meaning(documents)) current = changed;
    else refused.add(next.start);
  }
}

function firstReorderings(
  document: YamlDocument,
  { policy, order: known }: FormatOptions,
): readonly TextMove[] {
  if (document.root?.type !== 'map') return [];
  if (known !== undefined) return reorderings(document, document.root, known);
  const kind = entryOf(document.root, 'kind')?.value;
  const order =
    kind?.type === 'scalar' && typeof kind.value === 'string' ? orderOf(kind.value, policy) : undefined;
  return order === undefined ? [] : reorderings(document, document.root, order);
}

/** The maps that are out of order, inner ones first, so that a chunk is moved after its inner maps are sorted. */
function reorderings(document: YamlDocument, map: MapNode, order: KeyOrder): readonly TextMove[] {
  const inner = map.entries.flatMap(({ key, value }) => {
    const inside = order.inside(String(key.value), map);
    return inside === undefined ? [] : mapsIn(value).flatMap((node) => reorderings(document, node, inside));
  });
  const move = reorder(document, map, order.keys);
  return move === undefined ? inner : [...inner, move];
}

/** The map, or those in the list, that are written here and not at an anchor elsewhere. */
function mapsIn(node: DocumentNode): readonly MapNode[] {
  if (node.alias !== undefined || node.type === 'scalar') return [];
  return node.type === 'map' ? [node] : node.items.flatMap(mapsIn);
}

function reorder(document: YamlDocument, map: MapNode, keys: readonly string[]): TextMove | undefined {
  const rank = (index: number): number => {
    const position = keys.indexOf(String(map.entries[index]?.key.value));
    return position === -1 ? keys.length : position;
  };
  const positions = map.entries.map((_, index) => index);
  const sorted = [...positions].sort((a, b) => rank(a) - rank(b) || a - b);
  if (keys.length === 0 || sorted.every((from, to) => from === to)) return undefined;
  const chunks = map.flow ? flowChunks(document, map) : blockChunks(document, map);
  const [first, last] = [chunks?.[0], chunks?.at(-1)];
  if (chunks === undefined || first === undefined || last === undefined) return undefined;
  const { text } = document.source;
  let result = '';
  for (const [to, from] of sorted.entries()) {
    const chunk = chunks[from];
    const here = chunks[to];
    if (chunk === undefined || here === undefined) return undefined;
    result += text.slice(chunk.start, chunk.end);
    result += text.slice(here.end, chunks[to + 1]?.start ?? here.end);
  }
  return { start: first.start, end: last.end, text: result };
}

interface Chunk {
  readonly start: number;
  readonly end: number;
}

/** A flow map is split at its commas; one with comments inside is left alone. */
function flowChunks(document: YamlDocument, map: MapNode): readonly Chunk[] | undefined {
  if (document.comments.some(({ start }) => start > map.start && start < map.end)) return undefined;
  return map.entries.map(({ key, value }) => ({ start: key.start, end: Math.max(key.end, endOf(value)) }));
}

/**
 * A block map is split into lines: an entry starts with the comments above it at its indentation (those above the first
 * entry stay), and ends with its last nonblank line before the next entry.
 */
function blockChunks(document: YamlDocument, map: MapNode): readonly Chunk[] {
  const { text } = document.source;
  const starts = map.entries.map(({ key }, index) => {
    const previous = map.entries[index - 1];
    return previous === undefined ? key.start : commentStart(document, previous.value, key.start);
  });
  const limit = Math.min(Math.max(map.end, endOf(map)), document.range.end);
  return starts.map((start, index) => {
    const next = starts[index + 1] ?? endOfLine(text, limit);
    return { start, end: start + text.slice(start, next).trimEnd().length };
  });
}

/** The start of the comments directly above a key, in the key's column. */
function commentStart(document: YamlDocument, previous: DocumentNode, keyStart: number): number {
  const { text } = document.source;
  const column = keyStart - lineStart(text, keyStart);
  let start = keyStart;
  for (const comment of [...document.comments].reverse()) {
    if (comment.start >= start) continue;
    const isAbove = comment.ownLine && comment.start - lineStart(text, comment.start) === column;
    const between = text.slice(comment.end, start);
    if (
      !isAbove ||
      comment.start < endOf(previous) ||
      between.trim() !== '' ||
      between.split('\n').length > 2
    )
      break;
    start = comment.start;
  }
  return start;
}

function endOf(node: DocumentNode): number {
  return node.alias?.end ?? node.end;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function endOfLine(text: string, offset: number): number {
  if (offset > 0 && text[offset - 1] === '\n') return offset;
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}

/** The values of all documents with sorted keys, which must not change. */
function meaning(documents: readonly YamlDocument[]): string {
  return JSON.stringify(documents.map(({ root }) => (root === undefined ? null : plain(root))));
}

function plain(node: DocumentNode): unknown {
  if (node.type === 'scalar') return typeof node.value === 'bigint' ? String(node.value) : node.value;
  if (node.type === 'list') return node.items.map(plain);
  const entries = node.entries.map(({ key, value }) => [String(key.value), plain(value)] as const);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}
