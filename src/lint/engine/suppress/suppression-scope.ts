import { lastNotAfter } from '../../../text/last-not-after.ts';
import type { Comment, DocumentNode, Entry, Range, Source, YamlDocument } from '../../../model/document.ts';
import { lineEnd, lineStart } from '../../../edit/lines.ts';
import { entryRange, nodeRange } from '../../../edit/tree.ts';

/**
 * The range that a comment applies to: at the end of a line that line, above a node that node, above the first key the
 * whole document. The alternative, a pair of comments that switch off and on, was rejected: the second one is easily
 * forgotten. `next` is the offset of the first character after the comment that is neither white space nor in a
 * comment.
 */
export function scopeOf(document: YamlDocument, comment: Comment, next: number): Range {
  const { text } = document.source;
  if (!comment.ownLine)
    return { start: lineStart(text, comment.start), end: lineEnd(text, comment.start) + 1 };
  const { root } = document;
  if (root === undefined) return document.range;
  if (next <= firstOffset(root)) return document.range;
  return (
    nodeOnLine(root, document, { start: next, end: lineEnd(text, next) }) ?? {
      start: comment.start,
      end: comment.end,
    }
  );
}

function firstOffset(root: DocumentNode): number {
  return root.type === 'map' && root.entries[0] !== undefined
    ? root.entries[0].key.start
    : nodeRange(root).start;
}

/** For each comment of a document, the offset of the next character that is neither white space nor in a comment. */
export function contentBehind({ source, comments }: YamlDocument): readonly number[] {
  const behind: number[] = new Array<number>(comments.length);
  const content = /\S|$/g;
  // Backwards, so that a comment directly before another one takes over its result.
  for (let index = comments.length - 1; index >= 0; index--) {
    content.lastIndex = comments[index]?.end ?? 0;
    const at = content.exec(source.text)?.index ?? source.text.length;
    const next = comments[index + 1];
    behind[index] = next?.start === at ? (behind[index + 1] ?? at) : at;
  }
  return behind;
}

/** The range of the outermost map entry or list item that begins on a line. */
function nodeOnLine(node: DocumentNode, { source }: YamlDocument, line: Range): Range | undefined {
  let inner: DocumentNode | undefined = node;
  while (inner !== undefined && inner.type !== 'scalar' && inner.alias === undefined) {
    const parts: readonly Part[] = inner.type === 'map' ? inner.entries : inner.items;
    const before = lastNotAfter(parts, line.start - 1, startOf);
    const around = parts[before];
    const isAround = around !== undefined && line.start < endOf(around, source);
    const first = parts[before + 1];
    if (!isAround && first !== undefined && startOf(first) <= line.end)
      return { start: startOf(first), end: Math.max(endOf(first, source), startOf(first) + 1) };
    inner = isAround ? ('key' in around ? around.value : around) : undefined;
  }
  return undefined;
}

/** An entry of a map or an item of a list. */
type Part = Entry | DocumentNode;

function startOf(part: Part): number {
  return 'key' in part ? part.key.start : nodeRange(part).start;
}

function endOf(part: Part, source: Source): number {
  return 'key' in part ? entryRange(part, source).end : nodeRange(part).end;
}
