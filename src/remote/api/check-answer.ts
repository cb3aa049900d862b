import { isJsonMap } from '../../text/json/json-access.ts';
import type { Field, Fields } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { idPattern } from '../../kinds/references.ts';
import { fieldEntries, fieldsOf } from '../../derive/forms/fields.ts';
import { dotted } from '../../text/dotted-path.ts';
import type { Json, JsonObject, Path } from '../../model/value.ts';

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
  const wrong = checkFields(fields, answer);
  return wrong === undefined ? undefined : `\`${dotted(wrong.path)}\` ${wrong.text}`;
}

function checkId(value: Json | undefined, name: string): string | undefined {
  return isId(value) ? undefined : `\`${name}\` is not an identifier`;
}

export function isId(value: Json | undefined): value is string {
  return typeof value === 'string' && idPattern.test(value);
}

/** A wrong value. Its path is made on the way back, as nearly all values are right. */
interface Wrong {
  readonly path: Path;
  readonly text: string;
}

function under(step: string | number, wrong: Wrong | undefined): Wrong | undefined {
  return wrong === undefined ? undefined : { path: [step, ...wrong.path], text: wrong.text };
}

function checkFields(fields: Fields, object: JsonObject): Wrong | undefined {
  for (const [name, field] of fieldEntries(fields)) {
    const readName = field.readAs ?? name;
    const value = object[readName];
    if (value === undefined || value === null) continue;
    const wrong = checkValue(field, value);
    if (wrong !== undefined) return under(readName, wrong);
  }
  return undefined;
}

function checkValue(field: Field, value: Json): Wrong | undefined {
  switch (field.type) {
    case 'string':
      return field.readAs === undefined ? expect(typeof value === 'string', value, 'text') : checkRef(value);
    case 'boolean':
      return expect(typeof value === 'boolean', value, 'a boolean');
    case 'int64':
    case 'uint32':
      return expect(Number.isInteger(value), value, 'a whole number');
    case 'float64':
      return expect(typeof value === 'number', value, 'a number');
    case 'list':
      return field.refersTo === undefined ? checkTexts(value) : checkRefs(value);
    case 'map':
      return checkMap(value);
    case 'ref':
      return checkRef(value);
    case 'object':
    case 'module':
      return isJsonMap(value) ? checkFields(fieldsOf(field) ?? {}, value) : expect(false, value, 'an object');
  }
}

function checkTexts(value: Json): Wrong | undefined {
  if (!Array.isArray(value)) return expect(false, value, 'a list');
  const items = value as readonly Json[];
  const wrong = items.findIndex((item) => typeof item !== 'string');
  return wrong < 0 ? undefined : under(wrong, expect(false, items[wrong] ?? null, 'text'));
}

/** A single Ref or a list of them. */
function checkRefs(value: Json): Wrong | undefined {
  if (!Array.isArray(value)) return checkRef(value);
  for (const [index, item] of (value as readonly Json[]).entries()) {
    const wrong = checkRef(item);
    if (wrong !== undefined) return under(index, wrong);
  }
  return undefined;
}

function checkRef(value: Json): Wrong | undefined {
  if (!isJsonMap(value)) return expect(false, value, 'a reference {id, uri}');
  return under('id', expect(typeof value['id'] === 'string', value['id'] ?? null, 'text'));
}

function checkMap(value: Json): Wrong | undefined {
  if (!isJsonMap(value)) return expect(false, value, 'an object');
  for (const key of Object.keys(value)) {
    const item = value[key] ?? null;
    // Some services return null for a hidden value.
    if (typeof item !== 'string' && item !== null) return under(key, expect(false, item, 'text'));
  }
  return undefined;
}

/** Reports the type of a wrong value, never the value, which may be a misplaced secret. */
function expect(isRight: boolean, value: Json, wanted: string): Wrong | undefined {
  return isRight ? undefined : { path: [], text: `is ${typeWord(value)}, not ${wanted}` };
}

function typeWord(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'a number';
  return typeof value === 'boolean' ? 'a boolean' : 'an object';
}
