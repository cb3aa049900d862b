import type { RelatedPlace } from '../../model/diagnostic.ts';
import type { CompiledResource } from '../../model/desired.ts';
import type { DocumentNode, Place, Range, Source, YamlDocument } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';
import type { At } from '../rule.ts';
import { ledInside, locateFound, rangeInside, type Location, type PathAt } from './in-document.ts';
import { offsetInFile } from '../../text/inlined-text.ts';
import { walk } from '../../derive/yaml/document-tree.ts';
import { placeOf } from '../../derive/yaml/node-place.ts';

/** The document and path that a path of a compiled spec was written at. */
export interface WrittenAt {
  readonly document: YamlDocument;
  readonly path: Path;
}

/** Finds the text of an `At` whose path leads from the spec of a compiled resource, through layers and variables. */
export function locateInResource(desired: CompiledResource, at: At): Location {
  if ('place' in at) return { place: at.place, related: [] };
  const { document, path } = writtenAt(desired, at.path);
  if (document.root === undefined) return { place: desired.originOf(at.path).place, related: [] };
  const found = walk(document.root, path);
  if (at.inside !== undefined && !isExpression(found.node))
    return locateInResource(desired, ledInside(found.node, at));
  const isWritten = found.depth === path.length;
  if (isExpression(found.node)) {
    const isHere = isWritten && at.inside === undefined;
    const outer: PathAt = isHere && at.on !== undefined ? { path, on: at.on } : { path };
    return throughExpression(desired, at, locateFound(document, found, outer));
  }
  // A finding about the whole resource is shown at its `spec`.
  if (at.path.length === 0 && at.on === undefined && found.entry !== undefined) {
    const key = found.entry.key.value === 'spec' ? found.entry.key : found.node;
    return { place: placeOf(document.source, key), related: [] };
  }
  return locateFound(document, found, isWritten ? at : undefined);
}

/** A field that no layer sets belongs to the resource's own `spec`, or to its name if it has no `spec`. */
export function writtenAt(desired: CompiledResource, path: Path): WrittenAt {
  const [top] = path;
  const written = desired.written();
  const layer = top === undefined ? undefined : written.layers.get(String(top));
  if (layer === undefined) {
    const { document, spec } = written.document;
    return { document, path: spec === undefined ? ['name'] : ['spec', ...path] };
  }
  const overridden = 'overrides.';
  const head = layer.label.startsWith(overridden)
    ? ['overrides', layer.label.slice(overridden.length)]
    : ['spec'];
  return { document: layer.document, path: [...head, ...path] };
}

function isExpression(node: DocumentNode): boolean {
  return node.type === 'scalar' && typeof node.value === 'string' && node.value.includes('$(');
}

/**
 * A finding about an expression's value is placed at the expression; the variables and files it came from are related.
 */
function throughExpression(desired: CompiledResource, at: PathAt, outer: Location): Location {
  const inIncluded = withinIncluded(desired, at, outer);
  if (inIncluded !== undefined) return inIncluded;
  const related: RelatedPlace[] = [...outer.related];
  for (const { what, place } of desired.originOf(at.path).through) {
    if (place === undefined) continue;
    const { text } = place.source;
    const part = partOf(text, at);
    const inner = isWholeFile(place) && part !== undefined ? part : place;
    related.push({ place: placeOf(place.source, inner), label: `from ${what}` });
  }
  return { place: outer.place, related };
}

/** How a related place begins that says which resource includes the file of a finding. */
export const includedBy = 'included by ';

/** The label of the place that uses the variable of a finding. */
export const usedHere = 'used here';

/** A mistake in a traffic policy that is a file of its own is in that file: another resource may include it, too. */
function withinIncluded(desired: CompiledResource, at: PathAt, outer: Location): Location | undefined {
  const [top] = at.path;
  if (top !== 'traffic_policy' || (at.inside === undefined && at.within === undefined)) return undefined;
  const source = fileAt(desired, at.path);
  if (source === undefined) return undefined;
  const { text } = source;
  const range = partOf(text, at);
  if (range === undefined) return undefined;
  const related = { place: outer.place, label: `${includedBy}\`${desired.address}\`` };
  return { place: placeOf(source, range), related: [...outer.related, related] };
}

/** The range in a file of the part of its value that a finding is about. */
function partOf(text: string, at: PathAt): Range | undefined {
  if (at.inside !== undefined) return rangeInside(text, at);
  const { within } = at;
  return within && { start: offsetInFile(text, within.start), end: offsetInFile(text, within.end) };
}

/** The file that `$(file:…)` inserted at a path. */
export function fileAt(desired: CompiledResource, path: Path): Source | undefined {
  const [only, more] = desired.originOf(path).through;
  return only?.place !== undefined && more === undefined && isWholeFile(only.place)
    ? only.place.source
    : undefined;
}

function isWholeFile({ start, end, source }: Place): boolean {
  return start === 0 && end === source.text.length;
}
