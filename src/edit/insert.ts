import type { Edit } from '../model/diagnostic.ts';
import type { MapNode, Source } from '../model/document.ts';
import type { Json } from '../model/value.ts';
import { entryRange, trimmedRange } from './document-tree.ts';
import { tagAndAnchorStart } from './tag-and-anchor.ts';
import { lineBreak, lineEnd, lineStart } from './lines.ts';
import { inlineYaml } from './yaml-text.ts';

/** Adds an entry at the end of a map, in the map's style and indentation. */
export function insertEntry(source: Source, map: MapNode, key: string, value: Json): Edit | undefined {
  const { text } = source;
  const entry = `${inlineYaml(key)}: ${inlineYaml(value)}`;
  const last = map.entries.at(-1);
  if (map.flow) {
    if (last === undefined)
      return { source, start: map.start, end: trimmedRange(map, source).end, text: `{ ${entry} }` };
    const at = entryRange(last, source).end;
    return { source, start: at, end: at, text: `, ${entry}` };
  }
  const first = map.entries[0];
  if (last === undefined || first === undefined) return undefined;
  if (keepsLineEnds(text, last.value.start)) return undefined;
  const indent = ' '.repeat(tagAndAnchorStart(text, first.key.start) - lineStart(text, first.key.start));
  const at = lineEnd(text, entryRange(last, source).end);
  return { source, start: at, end: at, text: `${lineBreak(text)}${indent}${entry}` };
}

/** Whether a block scalar has `+`: it keeps trailing line breaks, which an entry inserted after it would take away. */
export function keepsLineEnds(text: string, start: number): boolean {
  return /^[|>]\d?\+/.test(text.slice(start, start + 3));
}
