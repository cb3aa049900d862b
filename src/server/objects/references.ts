import { isJsonMap } from '../../text/json-access.ts';
import type { Field, Fields, ReferenceTarget } from '../../kinds/field.ts';
import { idPattern } from '../../kinds/references.ts';
import { fieldsOf } from '../../derive/forms/fields.ts';
import type { Json, JsonObject, Path } from '../../model/value.ts';
import type { Problem } from './problem.ts';

/**
 * The ids of what this API refers to but cannot create, by what they are for. A target that is missing takes any
 * well-formed id; one that is listed takes those ids alone.
 */
export type References = ReadonlyMap<ReferenceTarget, ReadonlySet<string>>;

/** Whether an id can stand for something: well-formed, and in the list where there is one. */
export function isKnown(references: References, target: ReferenceTarget, id: string): boolean {
  return idPattern.test(id) && (references.get(target)?.has(id) ?? true);
}

/** The ids in a body that stand for nothing. The parent's id is in the path, so it is not checked here. */
export function referenceProblems(
  fields: Fields,
  body: JsonObject,
  references: References,
): readonly Problem[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.inPath === true ? [] : problemsIn(field, body[name], [name], references),
  );
}

function problemsIn(
  field: Field,
  value: Json | undefined,
  path: Path,
  references: References,
): readonly Problem[] {
  const inner = fieldsOf(field);
  if (inner !== undefined && isJsonMap(value)) {
    return Object.entries(inner).flatMap(([name, next]) =>
      problemsIn(next, value[name], [...path, name], references),
    );
  }
  if ((field.type !== 'string' && field.type !== 'list') || field.refersTo === undefined) return [];
  const target = field.refersTo;
  const problemOf = (id: Json, at: Path): readonly Problem[] =>
    typeof id !== 'string' || isKnown(references, target, id)
      ? []
      : [{ path: at, message: `names no ${target.replaceAll('-', ' ')} of this account` }];
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((id, index) => problemOf(id, [...path, index]));
  return value === undefined ? [] : problemOf(value, path);
}
