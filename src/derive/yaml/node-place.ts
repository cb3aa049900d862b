import type { DocumentNode, Entry, Place, Range, Source } from '../../model/document.ts';

/** The range of a node; for an alias the place where it is used. */
export function nodeRange(node: DocumentNode): Range {
  return node.alias ?? node;
}

/** The range of a node without the trailing white space of block collections and block scalars. */
export function trimmedRange(node: DocumentNode, source: Source): Range {
  const { start, end } = nodeRange(node);
  return { start, end: trimEnd(source.text, start, end) };
}

export function entryRange(entry: Entry, source: Source): Range {
  const value = trimmedRange(entry.value, source);
  return { start: entry.key.start, end: Math.max(entry.key.end, value.end) };
}

export function placeOf(source: Source, range: Range): Place {
  return { source, start: range.start, end: range.end };
}

/** The place of a node; for an alias the place where it is used. */
export function nodePlace({ source }: { readonly source: Source }, node: DocumentNode): Place {
  return placeOf(source, nodeRange(node));
}

function trimEnd(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && isSpace(text.charCodeAt(last - 1))) last--;
  return last;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}
