import { isTree, type Tree } from '../../../derive/forms/tree.ts';
import { kinds } from '../../../kinds/index.ts';
import type { Field, ReferenceTarget } from '../../../kinds/field.ts';
import type { Path, Value } from '../../../model/value.ts';
import type { Subject } from '../../rule.ts';
import { fieldsOf } from '../../../derive/forms/fields.ts';
import { textItems } from './values.ts';

/** An id that a resource refers to. */
export interface IdReference {
  readonly path: Path;
  readonly id: string;
  readonly target: ReferenceTarget;
}

/** All ids in a compiled spec, by the `refersTo` of the field tables. */
export function idReferences({ kind, spec }: Subject): readonly IdReference[] {
  return Object.entries(kinds[kind].fields).flatMap(([name, field]) => inField(field, spec[name], [name]));
}

function inField(field: Field, value: Value | undefined, path: Path): readonly IdReference[] {
  if (field.readOnly === true || value === undefined) return [];
  if (field.type === 'string' && field.refersTo !== undefined) {
    return typeof value === 'string' ? [{ path, id: value, target: field.refersTo }] : [];
  }
  if (field.type === 'list' && field.refersTo !== undefined) {
    const { refersTo: target } = field;
    return textItems(value).map(({ text, index }) => ({ path: [...path, index], id: text, target }));
  }
  const fields = fieldsOf(field);
  return fields === undefined || !isTree(value) ? [] : inTree(fields, value, path);
}

function inTree(fields: Readonly<Record<string, Field>>, value: Tree, path: Path): readonly IdReference[] {
  return Object.entries(fields).flatMap(([name, field]) => inField(field, value[name], [...path, name]));
}
