import { entryRange } from '../../../edit/document-tree.ts';
import type { DocumentNode, YamlDocument } from '../../../model/document.ts';
import { lineStart, nextLine } from '../../../edit/lines.ts';
import { removePart } from '../../../edit/remove.ts';
import type { FixRequest } from '../../rule.ts';

/** A fix that deletes an item of a list at the top level of a document, or the whole list if it is the only item. */
export function removalOf(
  { source, root }: YamlDocument,
  key: string,
  item: DocumentNode,
): FixRequest | undefined {
  const entry = root?.type === 'map' ? root.entries.find((one) => one.key.value === key) : undefined;
  if (entry?.value.type !== 'list' || entry.value.alias !== undefined) return undefined;
  const { value: list } = entry;
  if (list.items.length === 1) {
    const own = entryRange(entry, source);
    const edit = { source, start: lineStart(source.text, own.start), end: nextLine(source.text, own.end) };
    return { safety: 'safe', title: `delete \`${key}\``, changes: [{ edit, text: '' }] };
  }
  const edit = removePart(
    source,
    { node: item, entry: undefined, parent: list, through: undefined, depth: 2 },
    undefined,
  );
  if (edit === undefined) return undefined;
  return { safety: 'safe', title: 'delete the item', changes: [{ edit, text: edit.text }] };
}
