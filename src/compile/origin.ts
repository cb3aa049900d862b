import type { Layer, Origin } from '../model/desired.ts';
import type { DocumentNode, Place, YamlDocument } from '../model/document.ts';
import type { Path } from '../model/value.ts';
import type { ResourceDocument } from '../model/workspace.ts';
import type { Through } from './evaluation.ts';

/** Finds the origin of a value on demand, by walking the node of the field's layer. */
export function originFinder(
  resource: ResourceDocument,
  layers: ReadonlyMap<string, Layer>,
  through: readonly Through[],
): (path: Path) => Origin {
  return (path) => {
    const [top, ...rest] = path;
    const layer = top === undefined ? undefined : layers.get(String(top));
    if (layer === undefined) {
      const { document, nameNode } = resource;
      return { place: placeOf(document, nameNode), layer: 'spec', through: [] };
    }
    const { node, depth } = descend(layer.node, rest);
    const reached = path.slice(0, depth + 1);
    return {
      place: placeOf(layer.document, node),
      layer: layer.label,
      through: through
        .filter((each) => isWithin(each.path, path) || isWithin(reached, each.path))
        .map(({ what, place }) => ({ what, place })),
    };
  };
}

function descend(root: DocumentNode, path: Path): { readonly node: DocumentNode; readonly depth: number } {
  let node = root;
  let depth = 0;
  for (const step of path) {
    const next: DocumentNode | undefined =
      node.type === 'map'
        ? node.entries.find(({ key }) => String(key.value) === String(step))?.value
        : node.type === 'list' && typeof step === 'number'
          ? node.items[step]
          : undefined;
    if (next === undefined) break;
    node = next;
    depth++;
  }
  return { node, depth };
}

function isWithin(outer: Path, inner: Path): boolean {
  return outer.length <= inner.length && outer.every((step, index) => step === inner[index]);
}

function placeOf({ source }: YamlDocument, node: DocumentNode): Place {
  const { start, end } = node.alias ?? node;
  return { source, start, end };
}
