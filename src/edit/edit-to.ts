/**
 * Edits a document until its value equals `target`, without touching the parts that are equal already: a changed scalar
 * is replaced, a new field is inserted after the field it follows in `target`, a missing one is removed. It works in
 * passes: non-overlapping edits are applied, and the text is read again, until the value is right. So each edit is
 * small and simple, and the result is verified by reading it. The alternative, to change the library's tree and print
 * it, reformats unrelated text.
 */
import { plainValue } from '../derive/schema/plain-value.ts';
import { lastNotAfter } from '../text/lists/last-not-after.ts';
import type { Edit } from '../model/fix.ts';
import type { DocumentNode, Source, YamlDocument } from '../model/document.ts';
import type { Json } from '../model/value.ts';
import { firstLine, lineBreak } from './lines.ts';
import { isSameJson } from '../text/json/json-access.ts';
import type { Print } from './printed.ts';
import { valueEdits } from './value-edits.ts';

export interface EditTools {
  readonly read: (source: Source) => readonly YamlDocument[];
  readonly print: Print;
}

/** Far more than needed: removing all n items of a list takes log n passes. */
const mostPasses = 64;

/** The text of the file with document `index` equal to `target`; undefined if it cannot be edited to that. */
export function editedTo(source: Source, index: number, target: Json, tools: EditTools): string | undefined {
  const before = tools.read(source);
  let current = source;
  for (let pass = 0; pass < mostPasses; pass++) {
    const documents = tools.read(current);
    const document = documents[index];
    if (document === undefined || document.isBroken === true) return undefined;
    const isReached = document.root !== undefined && isSameJson(plainValue(document.root), target);
    if (isReached) return isUntouched(before, documents, index) ? current.text : undefined;
    const text = edited({ document, isLast: document.index === documents.length - 1 }, target, tools.print);
    if (text === undefined || text === current.text) return undefined;
    current = { path: source.path, text };
  }
  return undefined;
}

function edited(
  { document, isLast }: { readonly document: YamlDocument; readonly isLast: boolean },
  target: Json,
  print: Print,
): string | undefined {
  const { source, root } = document;
  const style = { print, lineBreak: lineBreak(source.text) };
  if (root !== undefined) return withEdits(source.text, valueEdits({ source, style }, root, target));
  // A document with only comments: the new content is appended.
  if (!isLast) return undefined;
  const isOpen = !source.text.endsWith('\n') && source.text.length > firstLine(source.text);
  const gap = isOpen ? style.lineBreak : '';
  return source.text + gap + print(target).replaceAll('\n', style.lineBreak);
}

function withEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of apart(edits)) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return parts.join('') + text.slice(at);
}

/** The edits that touch no earlier edit of the list, in source order. */
function apart(edits: readonly Edit[]): readonly Edit[] {
  const taken: Edit[] = [];
  for (const edit of edits) {
    const before = lastNotAfter(taken, edit.start, ({ start }) => start);
    const [left, right] = [taken[before], taken[before + 1]];
    const isApart =
      (left === undefined || left.end < edit.start) && (right === undefined || edit.end < right.start);
    if (isApart) taken.splice(before + 1, 0, edit);
  }
  return taken;
}

/** Whether the other documents of the file have kept their values. */
function isUntouched(
  before: readonly YamlDocument[],
  after: readonly YamlDocument[],
  index: number,
): boolean {
  const content = (root: DocumentNode | undefined): Json => (root === undefined ? null : plainValue(root));
  return (
    before.length <= after.length &&
    after.every(
      (document, at) => at === index || isSameJson(content(document.root), content(before[at]?.root)),
    )
  );
}
