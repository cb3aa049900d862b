import type { MapNode, Place, Range, YamlDocument } from '../model/document.ts';
import { entryRange, walk } from './locate/tree.ts';
import type { ShapeFinding } from './shape/shape-finding.ts';

/** The parts of documents whose shape is wrong: what rules of meaning would say there is a cascade, not a finding. */
export interface BrokenParts {
  readonly mark: (document: YamlDocument, root: MapNode, findings: readonly ShapeFinding[]) => void;
  /** Whether a place is inside such a part, or is the key of a map that probably has under another name what it lacks. */
  readonly has: (place: Place) => boolean;
}

interface Parts {
  readonly subtrees: Range[];
  readonly keys: Range[];
}

export function createBrokenParts(): BrokenParts {
  const byFile = new Map<string, Parts>();
  return {
    mark: (document, root, findings) => {
      const parts = byFile.get(document.source.path) ?? { subtrees: [], keys: [] };
      byFile.set(document.source.path, parts);
      for (const { broken, lacking } of findings) {
        if (broken.length > 0) parts.subtrees.push(rangeAt(document, root, broken));
        if (lacking !== undefined) parts.keys.push(keyAt(root, lacking));
      }
    },
    has: (place) => {
      const parts = byFile.get(place.source.path);
      if (parts === undefined) return false;
      return (
        parts.subtrees.some(({ start, end }) => start <= place.start && place.end <= end) ||
        parts.keys.some(({ start, end }) => start === place.start && end === place.end)
      );
    },
  };
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
