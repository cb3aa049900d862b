import type { Comment, Place, Range, YamlDocument } from '../../../model/document.ts';
import { placeOf } from '../../../edit/tree.ts';
import { contentBehind, scopeOf } from './suppression-scope.ts';

/** A comment `# edgewright-ignore rule-id[, rule-id]: reason`. */
export interface Suppression {
  readonly document: YamlDocument;
  readonly comment: Comment;
  readonly words: readonly Word[];
  readonly reason: string | undefined;
  /** The findings whose place begins in this range are hidden. */
  readonly scope: Range;
}

/** A rule id in the comment, with its place. */
export interface Word extends Range {
  readonly id: string;
  /** Number of findings it hides. */
  hidden: number;
  /** Number of findings it names but may not hide, because they keep the document from being read. */
  refused: number;
}

const marker = 'edgewright-ignore';
const syntax = /^\s*edgewright-ignore(?![\w-])([^:]*)(?::(.*))?$/s;
/** Placeholders that do not count as a reason: `<reason>`, `...`, `todo`. */
const placeholder = /^(?:<.*>|\.+|-+|todo|tbd|fixme|reason|x+)$/i;

/** The suppressions of a document, in the order of the text. */
export function suppressionsOf(document: YamlDocument): readonly Suppression[] {
  if (!document.comments.some(({ text }) => text.includes(marker))) return [];
  const behind = contentBehind(document);
  return document.comments.flatMap((comment, index) => {
    const match = syntax.exec(comment.text);
    if (match === null) return [];
    const reason = match[2]?.trim() ?? '';
    const isReason = reason !== '' && !placeholder.test(reason);
    const words = wordsOf(comment, match[1] ?? '');
    const scope = scopeOf(document, comment, behind[index] ?? comment.end);
    return [{ document, comment, words, reason: isReason ? reason : undefined, scope }];
  });
}

function wordsOf(comment: Comment, list: string): Word[] {
  const offset = comment.start + 1 + comment.text.indexOf(list, comment.text.indexOf(marker) + marker.length);
  return [...list.matchAll(/[^\s,]+/g)].map((match) => ({
    id: match[0],
    start: offset + match.index,
    end: offset + match.index + match[0].length,
    hidden: 0,
    refused: 0,
  }));
}

export function placeOfComment({ document, comment }: Suppression): Place {
  return placeOf(document.source, comment);
}
