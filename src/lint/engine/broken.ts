import { coveringOf, type Covering } from '../../text/range-set.ts';
import { lastNotAfter } from '../../text/last-not-after.ts';
import type { MapNode, Place, Range, YamlDocument } from '../../model/document.ts';
import { entryRange, walk } from '../../edit/tree.ts';
import type { ShapeFinding } from '../shape/shape-finding.ts';

/** The parts of documents with a shape error. Further findings there are consequences and are dropped. */
export interface BrokenParts {
  readonly mark: (
    document: YamlDocument,
    root: MapNode,
    findings: readonly Pick<ShapeFinding, 'broken' | 'lacking'>[],
  ) => void;
  /**
   * Whether a place is inside such a part, or is the key of a map whose missing field is probably there but misspelled.
   */
  readonly has: (place: Place) => boolean;
}

/** The broken parts of one document. */
interface Parts {
  readonly start: number;
  readonly subtrees: Range[];
  /** Built lazily from `subtrees`. */
  covering: Covering | undefined;
  /** Ranges, as `start-end`, of the keys of maps whose missing field is probably misspelled. */
  readonly keys: Set<string>;
}

export function createBrokenParts(): BrokenParts {
  const byFile = new Map<string, Parts[]>();
  return {
    mark: (document, root, findings) => {
      if (findings.length === 0) return;
      const parts = partsOf(byFile, document);
      parts.covering = undefined;
      for (const { broken, lacking } of findings) {
        if (broken.length > 0) parts.subtrees.push(rangeAt(document, root, broken));
        if (lacking !== undefined) parts.keys.add(idOf(keyAt(root, lacking)));
      }
    },
    has: (place) => {
      const all = byFile.get(place.source.path);
      const parts = all?.[lastNotAfter(all, place.start, ({ start }) => start)];
      if (parts === undefined) return false;
      parts.covering ??= coveringOf(parts.subtrees);
      return parts.covering.covers(place) || parts.keys.has(idOf(place));
    },
  };
}

/** Documents are marked in file order, so only the last entry can be the same document. */
function partsOf(byFile: Map<string, Parts[]>, { source, range }: YamlDocument): Parts {
  const all = byFile.get(source.path) ?? [];
  byFile.set(source.path, all);
  const last = all.at(-1);
  if (last?.start === range.start) return last;
  const parts: Parts = { start: range.start, subtrees: [], covering: undefined, keys: new Set() };
  all.push(parts);
  return parts;
}

function idOf({ start, end }: Range): string {
  return `${start}-${end}`;
}

function rangeAt(document: YamlDocument, root: MapNode, path: ShapeFinding['broken']): Range {
  const { node, entry } = walk(root, path);
  return entry === undefined ? { start: node.start, end: node.end } : entryRange(entry, document.source);
}

function keyAt(root: MapNode, path: ShapeFinding['broken']): Range {
  const { node, entry } = walk(root, path);
  const first = node.type === 'map' ? node.entries[0]?.key : undefined;
  return entry?.key ?? first ?? node;
}
