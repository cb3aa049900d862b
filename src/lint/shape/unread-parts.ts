import { fieldsOf } from '../../derive/forms/fields.ts';
import { entryWithKey, textOfKey, walk } from '../../edit/document-tree.ts';
import type { Field } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Entry, MapNode, Range } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';
import type { PresetDocument, ResourceDocument, Workspace } from '../../model/workspace.ts';
import { parseJsonPointer } from '../../text/pointer.ts';
import { lastNotAfter } from '../../text/ranges.ts';
import { pathAt } from '../locate/in-document.ts';
import { deletion } from '../rule.ts';
import type { ShapeFinding } from './policy-form.ts';

/**
 * The parts that the reader reported and left out of the tree: missing fields are not reported in the maps around them.
 * The diagnostics must be those of the file, sorted by position.
 */
export function unreadParts(
  root: MapNode,
  { start, end }: Range,
  diagnostics: readonly Diagnostic[],
): readonly Pick<ShapeFinding, 'broken' | 'lacking'>[] {
  const startOf = ({ place }: Diagnostic): number => place.start;
  const first = lastNotAfter(diagnostics, start - 1, startOf) + 1;
  const last = lastNotAfter(diagnostics, end - 1, startOf) + 1;
  return diagnostics.slice(first, last).flatMap(({ severity, place }) => {
    if (severity !== 'error') return [];
    const path = pathAt(root, place.start, place.source);
    // An entry is missing in the map that it was left out of, a value in the map of its key.
    const lacking = walk(root, path).node.type === 'map' ? path : path.slice(0, -1);
    return [{ broken: path, lacking }];
  });
}

/** A validator error about one keyword: the fields of ajv's ErrorObject that we read. */
export interface KeywordError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string | undefined;
}

/** One mistake in the shape of a document. Paths lead from the document's root. */
export type Mistake =
  | { readonly what: 'unknown-key'; readonly path: Path; readonly key: string }
  | { readonly what: 'missing-key'; readonly path: Path; readonly key: string }
  | { readonly what: 'wrong-value'; readonly path: Path; readonly error: KeywordError };

const wrappers = new Set(['if', 'oneOf', 'anyOf', 'allOf', 'not', 'then', 'else', '$ref']);

/**
 * Reduces validator errors, one for every keyword of every failed branch, to one mistake per place: wrapper keywords
 * (`oneOf`, `if`) are dropped if there is any other error, a value if something inside it is wrong, and of several
 * errors at one value the first is kept (the field tables determine the message, not the keyword).
 */
export function foldErrors(
  errors: readonly KeywordError[],
  isList: (path: Path) => boolean,
): readonly Mistake[] {
  const mistakes = new Map<string, Mistake>();
  const inside = new Set<string>();
  for (const error of errors) {
    const key = keyOf(error);
    markAbove(error.instancePath, key === undefined, inside);
    const id = `${error.instancePath} ${key === undefined ? 'value' : `${key.what} ${key.name}`}`;
    const known = mistakes.get(id);
    if (known !== undefined && !(known.what === 'wrong-value' && wrappers.has(known.error.keyword))) continue;
    const path = parseJsonPointer(error.instancePath, isList);
    if (key === undefined) mistakes.set(id, { what: 'wrong-value', path, error });
    else mistakes.set(id, { what: key.what, path, key: key.name });
  }
  return [...mistakes.values()].filter(
    (mistake) => mistake.what !== 'wrong-value' || !inside.has(mistake.error.instancePath),
  );
}

function keyOf({
  keyword,
  params,
}: KeywordError): { what: 'unknown-key' | 'missing-key'; name: string } | undefined {
  const unknown = params['additionalProperty'] ?? params['unevaluatedProperty'];
  if (typeof unknown === 'string') return { what: 'unknown-key', name: unknown };
  if (keyword === 'propertyNames' && typeof params['propertyName'] === 'string') {
    return { what: 'unknown-key', name: params['propertyName'] };
  }
  const missing = params['missingProperty'];
  return typeof missing === 'string' ? { what: 'missing-key', name: missing } : undefined;
}

/** Records the pointers above an error, and its own if it is about a key: value errors there are dropped. */
function markAbove(pointer: string, isValue: boolean, inside: Set<string>): void {
  if (!isValue) inside.add(pointer);
  for (let at = pointer.lastIndexOf('/'); at >= 0; at = pointer.lastIndexOf('/', at - 1)) {
    const above = pointer.slice(0, at);
    if (inside.has(above)) return;
    inside.add(above);
    if (at === 0) return;
  }
}

/** Reports null fields that have no effect: a null removes the field of a lower layer, and no lower layer has it. */
export function nullFields(resource: ResourceDocument, workspace: Workspace): readonly ShapeFinding[] {
  const below: MapNode[] = [];
  for (const { name } of resource.uses) {
    const spec = workspace.presets.get(name)?.spec;
    if (spec !== undefined) below.push(spec);
  }
  const findings = nullsIn(resource, resource.spec, ['spec'], below);
  if (resource.overrides.size === 0) return findings;
  if (resource.spec !== undefined) below.push(resource.spec);
  const all = [...findings];
  for (const [name, { spec }] of resource.overrides) {
    all.push(...nullsIn(resource, spec, ['overrides', name], below));
  }
  return all;
}

/** The same for a preset: its null removes the field of an earlier preset, if a resource uses both in that order. */
export function nullFieldsOfPreset(
  { name, spec }: PresetDocument,
  users: readonly (readonly string[])[],
  { presets }: Workspace,
): readonly ShapeFinding[] {
  const findings: ShapeFinding[] = [];
  for (const entry of spec?.entries ?? []) {
    if (entry.value.type !== 'scalar' || entry.value.value !== null || entry.value.alias !== undefined)
      continue;
    const field = textOfKey(entry);
    const fields = Object.values(kinds).flatMap((kind) => kind.fields[field] ?? []);
    if (fields.length === 0) continue;
    const isUsed = users.some((uses) =>
      uses.slice(0, uses.lastIndexOf(name)).some((other) => {
        const below = presets.get(other)?.spec;
        return below !== undefined && entryWithKey(below.entries, field) !== undefined;
      }),
    );
    if (!isUsed) findings.push(nullField(['spec', field], field, fields[0]?.type === 'module'));
  }
  return findings;
}

function nullsIn(
  resource: ResourceDocument,
  spec: MapNode | undefined,
  head: Path,
  below: readonly MapNode[],
): readonly ShapeFinding[] {
  const findings: ShapeFinding[] = [];
  for (const entry of spec?.entries ?? []) {
    if (entry.value.type !== 'scalar' || entry.value.value !== null) continue;
    const field = textOfKey(entry);
    const known = kinds[resource.kind].fields[field];
    // An unknown field has been reported; it may be the misspelt name of one that a lower layer has.
    if (known === undefined) continue;
    // The field's own rule reports that it is missing.
    if ('required' in known) continue;
    // An alias to a missing anchor has been reported.
    if (resource.document.source.text[entry.value.start] === '*') continue;
    if (hasOwnBelow(resource.kind, known, spec, entry)) continue;
    if (below.some((layer) => entryWithKey(layer.entries, field) !== undefined)) continue;
    findings.push(nullField([...head, field], field, known.type === 'module'));
  }
  return findings;
}

/** Whether the next key is a field of this module: the module's contents lack an indentation, which is reported. */
function hasOwnBelow(kind: KindName, field: Field, spec: MapNode | undefined, entry: Entry): boolean {
  const next = spec?.entries[spec.entries.indexOf(entry) + 1];
  if (next === undefined || Object.hasOwn(kinds[kind].fields, textOfKey(next))) return false;
  return Object.hasOwn(fieldsOf(field) ?? {}, textOfKey(next));
}

function nullField(path: Path, field: string, isModule: boolean): ShapeFinding {
  const message = `\`${field}\` is null, but no layer below has it`;
  const why =
    'A null takes out what a preset or `spec` wrote. The API is never sent one: an update cannot remove a module.';
  const help = isModule
    ? { help: `delete the line, or write \`${field}: { enabled: false }\` to switch the module off` }
    : {};
  const fix = deletion('unsafe', path, `\`${field}\``);
  return {
    rule: 'null-module',
    finding: { at: { path, on: 'entry' }, message, why, ...help, fix },
    broken: path,
  };
}
