import type { RelatedPlace } from '../../model/diagnostic.ts';
import type { DocumentNode, Place, Range, Source, YamlDocument } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';
import type { At } from '../rule.ts';
import { isBlock, walk, type FoundNode } from '../../derive/yaml/document-tree.ts';
import { textOfKey } from '../../text/key-text.ts';
import { readYaml } from '../../derive/yaml/read-yaml.ts';
import { lastNotAfter } from '../../text/lists/last-not-after.ts';
import { rememberLast } from '../../text/remember-last.ts';
import { withinText } from './within-text.ts';
import { entryRange, placeOf, nodeRange, trimmedRange } from '../../derive/yaml/node-place.ts';

/** The place of a finding, with related places that explain it. */
export interface Location {
  readonly place: Place;
  readonly related: readonly RelatedPlace[];
}

/** Finds the text of an `At` whose path leads from the root of a document. */
export function locateInDocument(document: YamlDocument, at: At): Location {
  if ('place' in at) return { place: at.place, related: [] };
  if (document.root === undefined)
    return { place: placeOf(document.source, documentStart(document)), related: [] };
  const outer = walk(document.root, at.path);
  const led = ledInside(outer.node, at);
  const found = led === at ? outer : walk(document.root, led.path);
  return locateFound(document, found, found.depth === led.path.length ? led : undefined);
}

export type PathAt = Exclude<At, { readonly place: Place }>;

/** Follows `inside` from the node at the path: through a map or list in the tree, or into the text of a string. */
export function ledInside(node: DocumentNode, at: PathAt): PathAt {
  const { path, inside, ...part } = at;
  if (inside === undefined) return at;
  if (node.type !== 'scalar') return { path: [...path, ...inside], ...part };
  const within = typeof node.value === 'string' ? rangeInside(node.value, at) : undefined;
  return within === undefined ? { path } : { path, within };
}

/** The YAML in a string. The last result is kept, since consecutive findings are often in the same string. */
export const yamlIn = rememberLast((text: string) => readYaml({ path: '', text }));

/** The range that `inside` leads to in a string; undefined if the string cannot be parsed as YAML. */
export function rangeInside(text: string, { inside = [], ...at }: PathAt): Range | undefined {
  const [document, more] = yamlIn(text).documents;
  if (document?.root === undefined || more !== undefined) return undefined;
  const { start, end } = locateInDocument(document, { ...at, path: inside }).place;
  return { start, end };
}

/**
 * A missing key is reported at the key of the map that lacks it, a wrong value at the value, a part of a block scalar
 * at its own line. A value that comes from an alias is reported at the alias. `at` is undefined if the document ends
 * above it.
 */
export function locateFound(document: YamlDocument, found: FoundNode, at: PathAt | undefined): Location {
  const { source } = document;
  if (found.through !== undefined) {
    const label = 'the anchored value';
    return {
      place: placeOf(source, found.through),
      related: [{ place: placeOf(source, anchorHead(found.node)), label }],
    };
  }
  return { place: placeOf(source, rangeFor(document, found, at)), related: [] };
}

function rangeFor(document: YamlDocument, found: FoundNode, at: PathAt | undefined): Range {
  const { source } = document;
  const { node, entry } = found;
  if (at === undefined) return entry?.key ?? firstKey(node) ?? trimmedRange(node, source);
  if (at.on === 'key') return entry?.key ?? trimmedRange(node, source);
  if (at.on === 'entry' && entry !== undefined) return entryRange(entry, source);
  if (at.within !== undefined && node.type === 'scalar') {
    const range = withinText(source, node, at.within);
    if (range !== undefined) return range;
  }
  if (at.on === undefined && isBlock(node)) return entry?.key ?? firstKey(node) ?? trimmedRange(node, source);
  return trimmedRange(node, source);
}

/** A block map that is not a value of a key (the root, a list item) is shown by its first key. */
function firstKey(node: DocumentNode): Range | undefined {
  return node.type === 'map' ? node.entries[0]?.key : undefined;
}

function anchorHead(node: DocumentNode): Range {
  const headRange = { start: node.start, end: node.end };
  if (node.type === 'map') return node.entries[0]?.key ?? headRange;
  if (node.type === 'list' && node.items[0] !== undefined) return nodeRange(node.items[0]);
  return headRange;
}

function documentStart(document: YamlDocument): Range {
  const { start, end } = document.range;
  const newline = document.source.text.indexOf('\n', start);
  return { start, end: Math.max(start, Math.min(newline === -1 ? end : newline, end)) };
}

/** The path of the deepest map entry or list item that contains an offset. */
export function pathAt(root: DocumentNode, offset: number, source: Source): Path {
  const path: (string | number)[] = [];
  let node = root;
  while (node.type !== 'scalar' && node.alias === undefined) {
    if (node.type === 'map') {
      const entry = node.entries[lastNotAfter(node.entries, offset, ({ key }) => key.start)];
      if (entry === undefined || !holds(entryRange(entry, source), offset)) return path;
      path.push(textOfKey(entry));
      node = entry.value;
    } else {
      const index = lastNotAfter(node.items, offset, (item) => nodeRange(item).start);
      const item = node.items[index];
      if (item === undefined || !holds(nodeRange(item), offset)) return path;
      path.push(index);
      node = item;
    }
  }
  return path;
}

function holds({ start, end }: Range, offset: number): boolean {
  return start <= offset && offset < Math.max(end, start + 1);
}
