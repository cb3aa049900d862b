import type { YamlDocument } from '../../../model/document.ts';
import { lineStart, nextLine } from '../../../edit/lines.ts';
import type { FixRequest } from '../../rule.ts';

/**
 * A fix that deletes a document and one adjacent `---`. Undefined for the only document of a file (delete the file
 * instead), and for a first document with comments above it, which may be about the whole file.
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
  // If the `---` shares its line with other text, no fix is offered.
  if (index > 0 && !/^---[ \t]*\r?$/.test(text.slice(start, nextLine(text, start)).replace(/\n$/, '')))
    return undefined;
  return { safety, title, changes: [{ edit: { source, start, end }, text: '' }] };
}
