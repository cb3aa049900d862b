import { fieldAt } from '../../../derive/forms/fields.ts';
import type { Field } from '../../../kinds/field.ts';
import { isKindName, kindNames } from '../../../kinds/index.ts';
import type { MapNode } from '../../../model/document.ts';
import type { Path } from '../../../model/value.ts';
import type { WorkspaceDocument } from '../../../model/workspace.ts';

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
