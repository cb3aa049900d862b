import { fieldsOf } from '../../derive/forms/fields.ts';
import type { Field, Fields } from '../../kinds/field.ts';
import { idPattern, type ReferenceTarget } from '../../kinds/references.ts';
import type { Json, JsonObject, Path } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import type { Problem } from './body-problem.ts';

/**
 * The ids of objects that this API refers to but cannot create, by target. Without an entry, a target accepts any
 * well-formed id; with one, only the listed ids.
 */
export type References = ReadonlyMap<ReferenceTarget, ReadonlySet<string>>;

/** Whether an id is well-formed, and listed if there is a list. */
export function isKnown(references: References, target: ReferenceTarget, id: string): boolean {
  return idPattern.test(id) && (references.get(target)?.has(id) ?? true);
}

/** The unknown ids in a body. The parent's id is in the path, so it is not checked here. */
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
