import type { Source } from '../model/document.ts';
import { type FoundNode, isBlock } from '../derive/yaml/document-tree.ts';
import type { Json } from '../model/value.ts';
import type { Edit } from '../model/fix.ts';
import { trimmedRange } from '../derive/yaml/node-place.ts';
import { inlineYaml } from './printed.ts';
import { tagAndAnchorStart } from './lines.ts';

/**
 * Replaces a value by one line of YAML. Undefined for a block that is a list item, and if a comment would be lost or a
 * tag would give the new value a different type.
 */
export function replaceValue(source: Source, found: FoundNode, value: Json): Edit | undefined {
  const { node, entry } = found;
  const { start, end } = trimmedRange(node, source);
  if (contradictsTag(source, start, value)) return undefined;
  const text = inlineYaml(value, node.type === 'scalar' ? node.style : undefined);
  if (entry === undefined) return isBlock(node) ? undefined : { source, start, end, text };
  const colon = source.text.indexOf(':', entry.key.end);
  const isEmpty = start === end;
  if (colon !== -1 && (isEmpty || isBlock(node))) {
    const between = source.text.slice(colon + 1, start);
    return between.includes('#')
      ? undefined
      : { source, start: colon + 1, end: Math.max(end, colon + 1), text: ` ${text}` };
  }
  return { source, start, end, text };
}

/** Whether a tag is before the value; `!!str` may stay before a string. */
function contradictsTag({ text }: Source, start: number, value: Json): boolean {
  const dress = text.slice(tagAndAnchorStart(text, start), start);
  return dress.includes('!') && !(typeof value === 'string' && /^!!str\s+$/.test(dress));
}

/** Renames a key; its quotes are kept. */
export function renameKey(source: Source, found: FoundNode, to: string): Edit | undefined {
  const key = found.entry?.key;
  if (key === undefined) return undefined;
  return { source, start: key.start, end: key.end, text: inlineYaml(to, key.style) };
}
