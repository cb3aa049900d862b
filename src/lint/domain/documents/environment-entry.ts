import { lastNotAfter } from '../../../text/last-not-after.ts';
import type { Place } from '../../../model/document.ts';
import type { Environment } from '../../../model/workspace.ts';
import { entryWithKey } from '../../../edit/document-tree.ts';
import type { FixRequest } from '../../rule.ts';

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
  const map = root?.type === 'map' ? entryWithKey(root.entries, section)?.value : undefined;
  if (map?.type !== 'map' || map.flow) return undefined;
  const entry = map.entries[lastNotAfter(map.entries, place.start, ({ key }) => key.start)];
  if (entry?.key.start !== place.start) return undefined;
  const { text } = place.source;
  const start = text.lastIndexOf('\n', place.start) + 1;
  const newline = text.indexOf('\n', Math.max(entry.value.end - 1, entry.key.end));
  const end = newline === -1 ? text.length : newline + 1;
  const name = String(entry.key.value);
  return {
    safety: 'unsafe',
    title: `delete \`${name}\``,
    changes: [{ edit: { source: place.source, start, end }, text: '' }],
  };
}
