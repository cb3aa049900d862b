import { isJsonMap } from '../text/json/json-access.ts';
import type { Field, Fields } from '../kinds/field.ts';
import { kinds } from '../kinds/index.ts';
import type { KindName } from '../kinds/kind.ts';
import { idPattern } from '../kinds/references.ts';
import { fieldsOf } from '../derive/forms/fields.ts';
import { dotted } from '../text/pointer.ts';
import type { Json, JsonObject, Path } from '../model/value.ts';

/**
 * The first problem of a returned object, as a clause that names the field, or undefined. Known fields must have the
 * JSON type of the read form; null and absent are equal, unknown fields are allowed.
 */
export function answerProblem(kind: KindName, answer: JsonObject): string | undefined {
  const { fields, parent } = kinds[kind];
  const idProblem = checkId(answer['id'], 'id');
  if (idProblem !== undefined) return idProblem;
  if (parent !== undefined) {
    const parentProblem = checkId(answer[parent.field], parent.field);
    if (parentProblem !== undefined) return parentProblem;
  }
  return checkFields(fields, answer, []);
}

function checkId(value: Json | undefined, name: string): string | undefined {
  return isId(value) ? undefined : `\`${name}\` is not an identifier`;
}

export function isId(value: Json | undefined): value is string {
  return typeof value === 'string' && idPattern.test(value);
}

function checkFields(fields: Fields, object: JsonObject, path: Path): string | undefined {
  for (const [name, field] of Object.entries(fields)) {
    const readName = field.readAs ?? name;
    const value = object[readName];
    if (value === undefined || value === null) continue;
    const problem = checkValue(field, value, [...path, readName]);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function checkValue(field: Field, value: Json, path: Path): string | undefined {
  switch (field.type) {
    case 'string':
      return field.readAs === undefined
        ? expect(typeof value === 'string', value, 'text', path)
        : checkRef(value, path);
    case 'boolean':
      return expect(typeof value === 'boolean', value, 'a boolean', path);
    case 'int64':
    case 'uint32':
      return expect(Number.isInteger(value), value, 'a whole number', path);
    case 'float64':
      return expect(typeof value === 'number', value, 'a number', path);
    case 'list':
      return field.refersTo === undefined ? checkTexts(value, path) : checkRefs(value, path);
    case 'map':
      return checkMap(value, path);
    case 'ref':
      return checkRef(value, path);
    case 'object':
    case 'module':
      return isJsonMap(value)
        ? checkFields(fieldsOf(field) ?? {}, value, path)
        : expect(false, value, 'an object', path);
  }
}

function checkTexts(value: Json, path: Path): string | undefined {
  if (!Array.isArray(value)) return expect(false, value, 'a list', path);
  const items = value as readonly Json[];
  const wrong = items.findIndex((item) => typeof item !== 'string');
  return wrong < 0 ? undefined : expect(false, items[wrong] ?? null, 'text', [...path, wrong]);
}

/** A single Ref or a list of them. */
function checkRefs(value: Json, path: Path): string | undefined {
  if (!Array.isArray(value)) return checkRef(value, path);
  for (const [index, item] of (value as readonly Json[]).entries()) {
    const problem = checkRef(item, [...path, index]);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function checkRef(value: Json, path: Path): string | undefined {
  if (!isJsonMap(value)) return expect(false, value, 'a reference {id, uri}', path);
  return expect(typeof value['id'] === 'string', value['id'] ?? null, 'text', [...path, 'id']);
}

function checkMap(value: Json, path: Path): string | undefined {
  if (!isJsonMap(value)) return expect(false, value, 'an object', path);
  for (const [key, item] of Object.entries(value)) {
    // Some services return null for a hidden value.
    if (typeof item !== 'string' && item !== null) return expect(false, item, 'text', [...path, key]);
  }
  return undefined;
}

/** Reports the type of a wrong value, never the value, which may be a misplaced secret. */
function expect(isRight: boolean, value: Json, wanted: string, path: Path): string | undefined {
  return isRight ? undefined : `\`${dotted(path)}\` is ${typeWord(value)}, not ${wanted}`;
}

function typeWord(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'a number';
  return typeof value === 'boolean' ? 'a boolean' : 'an object';
}
