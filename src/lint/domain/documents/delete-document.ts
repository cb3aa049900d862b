import type { YamlDocument } from '../../../model/document.ts';
import { lineStart, nextLine } from '../../../edit/lines.ts';
import type { FixRequest } from '../../rule.ts';

/**
 * A fix that deletes a document with one of the `---` beside it. None for the only one of a file, which is a file to
 * delete, nor for a first one with comments above it, which may speak of the file.
 */
export function deleteDocument(
  document: YamlDocument,
  all: readonly YamlDocument[],
  { safety, title }: Pick<FixRequest, 'safety' | 'title'>,
): FixRequest | undefined {
  const { source, range, root, index } = document;
  const { text } = source;
  const others = all.filter((one) => one.source === source && one !== document);
  if (others.length === 0 || root === undefined) return undefined;
  const isLast = text.slice(range.end).trim() === '';
  if (index === 0 && /^[ \t]*[#%]/m.test(text.slice(0, root.start))) return undefined;
  const start = index === 0 ? range.start : lineStart(text, range.start - 1);
  const end = index === 0 ? nextLine(text, range.end) : isLast ? text.length : range.end;
  // Somewhere a `---` shares its line with something: not worth the trouble.
  if (index > 0 && !/^---[ \t]*\r?$/.test(text.slice(start, nextLine(text, start)).replace(/\n$/, '')))
    return undefined;
  return { safety, title, changes: [{ edit: { source, start, end }, text: '' }] };
}
