import { fieldAt } from '../../../derive/forms/fields.ts';
import type { Field } from '../../../kinds/field.ts';
import { isKindName, kindNames } from '../../../kinds/index.ts';
import type { DocumentNode, MapNode } from '../../../model/document.ts';
import type { Path } from '../../../model/value.ts';
import type { ResourceDocument, WorkspaceDocument } from '../../../model/workspace.ts';
import type { RuleContext, Subject } from '../../rule.ts';

/**
 * Whether a path is written in the files although the compiled spec has nothing there: an unresolved expression or a
 * value of the wrong type. Both have findings of their own, so rules about missing fields skip it.
 */
export function isWritten(subject: Subject, path: Path, context: RuleContext): boolean {
  const document = subject.written?.().document;
  if (document === undefined) return false;
  const [top] = path;
  const layer = layers(document, context).find((spec) => child(spec, String(top)) !== undefined);
  return layer !== undefined && hasPath(layer, path);
}

/** The text that someone wrote as the value of a field of the spec: the name of an id, not the id that it stands for. */
export function textAt({ written }: Subject, field: string, context: RuleContext): string | undefined {
  const document = written?.().document;
  if (document === undefined) return undefined;
  for (const spec of layers(document, context)) {
    const node = child(spec, field);
    if (node !== undefined) return node.type === 'scalar' ? String(node.value) : undefined;
  }
  return undefined;
}

/** The layers of a resource, the winning one first. */
function layers(document: ResourceDocument, { environment, workspace }: RuleContext): readonly MapNode[] {
  const presets = document.uses.map(({ name }) => workspace?.presets.get(name)?.spec).reverse();
  const all = [document.overrides.get(environment)?.spec, document.spec, ...presets];
  return all.filter((spec) => spec !== undefined);
}

function hasPath(node: DocumentNode, path: Path): boolean {
  let at: DocumentNode = node;
  for (const step of path) {
    const next = child(at, step);
    if (next === undefined) return false;
    at = next;
  }
  return at.type !== 'scalar' || at.value !== null;
}

function child(node: DocumentNode, step: string | number): DocumentNode | undefined {
  if (node.type === 'list') return typeof step === 'number' ? node.items[step] : undefined;
  if (node.type === 'scalar') return undefined;
  return node.entries.find(({ key }) => String(key.value) === step)?.value;
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
