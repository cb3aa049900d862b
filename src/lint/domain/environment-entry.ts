import type { DocumentNode, Entry, Place } from '../../model/document.ts';
import type { Environment } from '../../model/workspace.ts';
import type { FixRequest } from '../rule.ts';

/** A fix that deletes the lines of an entry of `vars` or `ids`; none where it shares its line with others. */
export function deleteEntry(
  { documents }: Environment,
  section: 'vars' | 'ids',
  place: Place,
): FixRequest | undefined {
  const document = documents.find(({ source }) => source.path === place.source.path);
  const map = entryIn(document?.root, (key) => key.value === section)?.value;
  const entry = entryIn(map, ({ start }) => start === place.start);
  if (map?.type !== 'map' || map.flow || entry === undefined) return undefined;
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

function entryIn(node: DocumentNode | undefined, isIt: (key: Entry['key']) => boolean): Entry | undefined {
  return node?.type === 'map' ? node.entries.find(({ key }) => isIt(key)) : undefined;
}
