import type { Comment, DocumentNode, Range, YamlDocument } from '../model/document.ts';
import { lineEnd, lineStart, nextLine } from './fix/lines.ts';
import { entryRange, rangeOf } from './locate/tree.ts';

/**
 * What a comment speaks of: beside something its line, above a node that node, above the first key the whole document.
 * An alternative is a pair of comments that switch off and on; nobody remembers the second one.
 */
export function scopeOf(document: YamlDocument, comment: Comment): Range {
  const { text } = document.source;
  if (!comment.ownLine)
    return { start: lineStart(text, comment.start), end: lineEnd(text, comment.start) + 1 };
  const { root } = document;
  if (root === undefined) return document.range;
  const start = nextContent(document, comment);
  if (start <= firstOffset(root)) return document.range;
  return (
    nodeOnLine(root, document, start, lineEnd(text, start)) ?? { start: comment.start, end: comment.end }
  );
}

function firstOffset(root: DocumentNode): number {
  return root.type === 'map' && root.entries[0] !== undefined
    ? root.entries[0].key.start
    : rangeOf(root).start;
}

/** The first character after the comment that is neither white space nor in a comment. */
function nextContent({ source, comments }: YamlDocument, comment: Comment): number {
  let at = nextLine(source.text, comment.start);
  for (;;) {
    const skipped = at + (/^\s*/.exec(source.text.slice(at))?.[0].length ?? 0);
    const other = comments.find(({ start }) => start === skipped);
    if (other === undefined) return skipped;
    at = other.end;
  }
}

/** The outermost entry or item that begins between two offsets of one line. */
function nodeOnLine(node: DocumentNode, document: YamlDocument, from: number, to: number): Range | undefined {
  if (node.type === 'scalar' || node.alias !== undefined) return undefined;
  const parts =
    node.type === 'map'
      ? node.entries.map((entry) => ({ ...entryRange(entry, document.source), value: entry.value }))
      : node.items.map((item) => ({ ...rangeOf(item), value: item }));
  for (const { start, end, value } of parts) {
    if (start >= from && start <= to) return { start, end: Math.max(end, start + 1) };
    if (start < from && from < end) return nodeOnLine(value, document, from, to);
  }
  return undefined;
}
