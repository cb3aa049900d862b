import type { YamlDocument } from '../model/document.ts';

/** The text of an environment file with entries added to its `adopt:`; every other byte stays. */
export function withAdoptions(
  document: YamlDocument,
  adoptions: readonly { readonly address: string; readonly adopt: string }[],
): string {
  const { text } = document.source;
  const lines = (indent: string): string =>
    adoptions.map(({ address, adopt }) => `${indent}${address}: ${adopt}\n`).join('');
  const root = document.root;
  const entry = root?.type === 'map' ? root.entries.find(({ key }) => key.value === 'adopt') : undefined;
  const map = entry?.value.type === 'map' ? entry.value : undefined;
  const last = map?.entries.at(-1);
  if (map === undefined || last === undefined) {
    if (entry !== undefined)
      return replaced(
        text,
        entry.key.start,
        Math.max(entry.key.end + 1, entry.value.end),
        `adopt:\n${lines('  ')}`.trimEnd(),
      );
    const gap = text === '' || text.endsWith('\n') ? '' : '\n';
    return `${text}${gap}adopt:\n${lines('  ')}`;
  }
  if (map.flow) {
    const added = adoptions.map(({ address, adopt }) => `, ${address}: ${adopt}`).join('');
    return replaced(text, last.value.end, last.value.end, added);
  }
  const first = map.entries[0]?.key.start ?? last.key.start;
  const indent = text.slice(text.lastIndexOf('\n', first - 1) + 1, first);
  const lineEnd = text.indexOf('\n', last.value.end);
  if (lineEnd === -1) return `${text}\n${lines(indent)}`;
  return replaced(text, lineEnd + 1, lineEnd + 1, lines(indent));
}

function replaced(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}
