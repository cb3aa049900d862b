import type { Diagnostic } from '../model/diagnostic.ts';
import type { Comment, Place, Range, YamlDocument } from '../model/document.ts';
import { placeOf } from './locate/tree.ts';
import { scopeOf } from './suppression-scope.ts';

/** A comment `# edgewright-ignore rule-id[, rule-id]: reason`. */
export interface Suppression {
  readonly document: YamlDocument;
  readonly comment: Comment;
  readonly words: readonly Word[];
  readonly reason: string | undefined;
  /** What it speaks of: findings whose place begins in there. */
  readonly scope: Range;
}

/** A rule id in it, with its place. */
export interface Word extends Range {
  readonly id: string;
  /** How many findings it hides. */
  hidden: number;
}

const marker = 'edgewright-ignore';
const syntax = /^\s*edgewright-ignore(?![\w-])\s*([^:]*)(?::\s*(.*))?$/;
/** A reason that says nothing: `<reason>`, `...`, `todo`. */
const placeholder = /^(?:<.*>|\.+|-+|todo|tbd|fixme|reason|x+)$/i;

/** The suppressions of a document, in the order of the text. */
export function suppressionsOf(document: YamlDocument): readonly Suppression[] {
  if (document.comments.length === 0 || !document.source.text.includes(marker)) return [];
  return document.comments.flatMap((comment) => {
    const match = syntax.exec(comment.text);
    if (match === null) return [];
    const reason = match[2]?.trim() ?? '';
    const isReason = reason !== '' && !placeholder.test(reason);
    const words = wordsOf(comment, match[1] ?? '');
    return [
      { document, comment, words, reason: isReason ? reason : undefined, scope: scopeOf(document, comment) },
    ];
  });
}

function wordsOf(comment: Comment, list: string): Word[] {
  const offset = comment.start + 1 + comment.text.indexOf(list, comment.text.indexOf(marker) + marker.length);
  return [...list.matchAll(/[^\s,]+/g)].map((match) => ({
    id: match[0],
    start: offset + match.index,
    end: offset + match.index + match[0].length,
    hidden: 0,
  }));
}

/** Whether a suppression hides this finding of its file; it is counted there. */
export function hides(suppression: Suppression, { rule, place }: Diagnostic): boolean {
  const { scope, reason, words } = suppression;
  if (reason === undefined) return false;
  if (place.start < scope.start || place.start >= scope.end) return false;
  const word = words.find(({ id }) => id === rule);
  if (word === undefined) return false;
  word.hidden++;
  return true;
}

export function placeOfComment({ document, comment }: Suppression): Place {
  return placeOf(document.source, comment);
}
