import { entryWithKey, walk } from '../../../derive/yaml/document-tree.ts';
import { lineStart, nextLine } from '../../../edit/lines.ts';
import { removePart } from '../../../edit/remove-part.ts';
import type { Place, YamlDocument } from '../../../model/document.ts';
import type { Approval } from '../../../model/workspace/workspace-document.ts';
import { lastNotAfter } from '../../../text/lists/last-not-after.ts';
import type { FixRequest } from '../../fix-request.ts';
import type { Environment } from '../../../model/workspace/environment.ts';

/**
 * A fix that deletes the lines of an entry of `vars`, `ids` or `adopt`. Undefined if it shares a line with other
 * entries.
 */
export function deleteEntry(
  { documents }: Environment,
  section: 'vars' | 'ids' | 'adopt',
  place: Place,
): FixRequest | undefined {
  const document = documents.find(({ source }) => source.path === place.source.path);
  const root = document?.root;
  const sectionEntry = root?.type === 'map' ? entryWithKey(root.entries, section) : undefined;
  const map = sectionEntry?.value;
  if (sectionEntry === undefined || map?.type !== 'map' || map.flow) return undefined;
  const entry = map.entries[lastNotAfter(map.entries, place.start, ({ key }) => key.start)];
  if (entry?.key.start !== place.start) return undefined;
  const { text } = place.source;
  const start = lineStart(text, place.start);
  const end = nextLine(text, Math.max(entry.value.end - 1, entry.key.end));
  const name = String(entry.key.value);
  const { source } = place;
  // A key without a value is none of a map.
  const behindKey = text.indexOf(':', sectionEntry.key.end) + 1;
  const emptied = { edit: { source, start: behindKey, end: behindKey }, text: ' {}' };
  return {
    safety: 'unsafe',
    title: `delete \`${name}\``,
    changes: [...(map.entries.length === 1 ? [emptied] : []), { edit: { source, start, end }, text: '' }],
  };
}

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
  const others = all.filter((candidate) => candidate.source === source && candidate !== document);
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

/**
 * The fix that deletes an approval: the document, or its line if the document approves more. The first line has no fix
 * as long as there are others, so that deleting all of them at once leaves a document to delete.
 */
export function deleteApproval(
  { document, root, address, entry }: Approval,
  all: readonly YamlDocument[],
): { readonly help: string; readonly fix?: FixRequest | undefined } {
  if (entry === undefined || entry.count === 1) {
    const title = 'delete the document';
    const fix = deleteDocument(document, all, { safety: 'safe', title });
    return { help: title, fix };
  }
  const title = 'delete the line';
  const { source } = document;
  const edit =
    entry.index === 0
      ? undefined
      : removePart(source, walk(root, ['changes', address]), walk(root, ['changes']));
  if (edit === undefined) return { help: title };
  const { text, start, end } = edit;
  return { help: title, fix: { safety: 'safe', title, changes: [{ edit: { source, start, end }, text }] } };
}
