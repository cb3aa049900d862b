import { rememberEach } from '../../text/remember-last.ts';
import { fieldsOf } from '../../derive/forms/fields.ts';
import { isTree } from '../../derive/forms/tree.ts';
import type { Field, Fields } from '../../kinds/field.ts';
import { masked, Secret } from '../../model/secret.ts';
import type { Spec, Value } from '../../model/value.ts';
import { SecretReference } from '../../model/secret-reference.ts';

/** Stands for a secret in expressions: it tells that a secret is set, and contains nothing of it. */
export class OpaqueSecret {
  readonly text = masked;
}

/** An object of a spec as CEL sees it: an instance of the class registered for its type. */
type CelObject = Record<string, unknown>;

/** The class for objects with these fields, the same one each time. */
export const classOf = rememberEach(
  (_fields: Fields): new () => CelObject =>
    class implements CelObject {
      [field: string]: unknown;
    },
);

/**
 * Converts a spec to CEL values: whole numbers to int, maps to Map, secrets to opaque objects. A value of the wrong
 * type is left out, as if it were not set: the shape check has reported it, and no assertion may pass because of it.
 */
export function celSpec(fields: Fields, spec: Spec): object {
  const object = new (classOf(fields))();
  for (const [name, value] of Object.entries(spec)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const seen = field === undefined || field.readOnly === true ? undefined : celValue(field, value);
    if (seen !== undefined) object[name] = seen;
  }
  return object;
}

function celValue(field: Field, value: Value): unknown {
  switch (field.type) {
    case 'string':
      if (field.secret === true) return value === null ? undefined : new OpaqueSecret();
      return value === null ? null : valueText(value);
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'int64':
    case 'uint32':
      return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : undefined;
    case 'float64':
      return typeof value === 'number' ? value : undefined;
    case 'list':
      return Array.isArray(value) ? textsOf(value as readonly Value[]) : undefined;
    case 'map':
      return isTree(value) ? new Map(Object.entries(value).flatMap(textEntry)) : undefined;
    case 'module':
    case 'object':
      return isTree(value) ? celSpec(fieldsOf(field) ?? {}, value) : undefined;
    case 'ref':
      return undefined;
  }
}

/** The text with secrets masked; the text around them stays. */
function valueText(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  if (value instanceof Secret) return masked;
  if (!(value instanceof SecretReference)) return undefined;
  return value.parts.map((part) => (typeof part === 'string' ? part : masked)).join('');
}

function textsOf(values: readonly Value[]): readonly string[] {
  return values.flatMap((value) => valueText(value) ?? []);
}

function textEntry([key, value]: [string, Value]): [string, string][] {
  const text = valueText(value);
  return text === undefined ? [] : [[key, text]];
}
