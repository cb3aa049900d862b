import { fieldAt } from '../../../derive/forms/fields.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { entryWithKey, walk } from '../../../derive/yaml/document-tree.ts';
import type { Field } from '../../../kinds/field.ts';
import { isKindName, kindNames } from '../../../kinds/index.ts';
import type { MapNode, Place } from '../../../model/document.ts';
import type { Path, Value } from '../../../model/value.ts';
import type { WorkspaceDocument } from '../../../model/workspace/workspace-document.ts';
import type { At, RuleContext, Subject } from '../../rule.ts';
import { Secret } from '../../../model/secret.ts';

/**
 * Whether a path is written in the files although the compiled spec has nothing there: an unresolved expression or a
 * value of the wrong type. Both have findings of their own, so rules about missing fields skip it.
 */
export function isWritten(subject: Subject, path: Path, context: RuleContext): boolean {
  const layer = specLayers(subject, context).findLast(({ spec }) => walk(spec, path.slice(0, 1)).depth === 1);
  if (layer === undefined) return false;
  const { node, depth } = walk(layer.spec, path);
  return depth === path.length && (node.type !== 'scalar' || node.value !== null);
}

/**
 * The text that someone wrote as the value of a field of the spec: the name of an id, not the id that it stands for.
 */
export function textAt(subject: Subject, field: string, context: RuleContext): string | undefined {
  const nodes = specLayers(subject, context).map(({ spec }) => entryWithKey(spec.entries, field)?.value);
  const node = nodes.findLast((candidate) => candidate !== undefined);
  return node?.type === 'scalar' ? String(node.value) : undefined;
}

/** A layer of a resource that has a `spec`. */
interface SpecLayer {
  /** Name of the layer: `preset/secure-headers`, `spec`, `overrides.staging`. */
  readonly label: string;
  readonly spec: MapNode;
  readonly source: Place['source'];
}

/** The layers of a resource, the winning one last. */
export function specLayers(
  { written }: Subject,
  { workspace, environment }: RuleContext,
): readonly SpecLayer[] {
  if (workspace === undefined || written === undefined) return [];
  const { source, uses, spec: ownSpec, overrides } = written().document;
  const layers: SpecLayer[] = [];
  for (const { name } of uses) {
    const preset = workspace.presets.get(name);
    if (preset?.spec !== undefined)
      layers.push({ label: `preset/${name}`, spec: preset.spec, source: preset.document.source });
  }
  if (ownSpec !== undefined) layers.push({ label: 'spec', spec: ownSpec, source });
  const spec = overrides.get(environment)?.spec;
  if (spec !== undefined) layers.push({ label: `overrides.${environment}`, spec, source });
  return layers;
}

/**
 * Where to say that a list of an active module is empty or absent; undefined if it has items, or what is written may.
 */
export function emptyListAt(
  subject: Subject,
  [module, list]: readonly [string, string],
  context: RuleContext,
): At | undefined {
  const config = activeModule(subject.spec, module);
  if (config === undefined) return undefined;
  const { [list]: ids } = config;
  const isEmpty = Array.isArray(ids) && ids.length === 0;
  if (!isEmpty && ids !== undefined) return undefined;
  if (isWritten(subject, isEmpty ? [module, list, 0] : [module, list], context)) return undefined;
  return isEmpty ? { path: [module, list] } : { path: [module], on: 'key' };
}

/** A spec as written in a document: `spec`, or one of `overrides`. */
export interface WrittenSpec {
  readonly node: MapNode;
  /** Path from the document's root. */
  readonly path: Path;
}

export function writtenSpecs(meaning: WorkspaceDocument | undefined): readonly WrittenSpec[] {
  if (meaning === undefined || meaning.kind === 'removed' || meaning.kind === 'approval') return [];
  const specs: WrittenSpec[] = meaning.spec === undefined ? [] : [{ node: meaning.spec, path: ['spec'] }];
  if (meaning.kind === 'preset') return specs;
  for (const { name, spec } of meaning.overrides.values()) {
    if (spec !== undefined) specs.push({ node: spec, path: ['overrides', name] });
  }
  return specs;
}

/** The field at a path of a spec. A preset has no kind, so the first kind with such a field decides. */
export function fieldOf({ kind }: WorkspaceDocument, path: Path): Field | undefined {
  if (isKindName(kind)) return fieldAt(kind, path);
  for (const name of kindNames) {
    const field = fieldAt(name, path);
    if (field !== undefined) return field;
  }
  return undefined;
}

/** Whether a value is set: not absent, not null and not the empty string, also for a secret. */
export function isGiven(value: Value | undefined): boolean {
  if (value instanceof Secret) return value.reveal() !== '';
  return value !== undefined && value !== null && value !== '';
}
