import type { Field, NumberField, TextField } from '../../kinds/field.ts';
import { nameables } from '../../kinds/references.ts';
import { codeList } from '../../text/words/list-words.ts';
import { capitalized } from '../../text/words/capitalized.ts';

/** The largest value of a uint32. */
export const uint32Max = 4_294_967_295;

/** The type of a field in words: "a whole number", "one of `edge`, `upstream`". */
export function typeInWords(field: Field): string {
  switch (field.type) {
    case 'string':
      return textInWords(field);
    case 'boolean':
      return 'a boolean';
    case 'int64':
    case 'uint32':
      return 'a whole number';
    case 'float64':
      return 'a number';
    case 'list':
      return `a list of ${isNameable(field.refersTo) ? 'ids or names from `ids`' : 'strings'}`;
    case 'map':
      return 'a mapping of strings to strings';
    case 'ref':
      return 'a reference, `{id, uri}`';
    case 'object':
      return 'a mapping';
    case 'module':
      return `a mapping: the ${field.module.title} module`;
  }
}

function textInWords(field: TextField): string {
  const orNull = field.nullable === true ? ', or null' : '';
  const values = field.readOnly === true ? field.readValues : field.values;
  if (values?.length === 1) return `only \`${values[0]}\`${orNull}`;
  if (values !== undefined) return `one of ${codeList(values)}${orNull}`;
  if (field.secret === true) return 'a secret, written as `$(secret:NAME)`';
  if (field.form === 'traffic-policy') return 'a string or a mapping';
  if (isNameable(field.refersTo)) return 'an id, or a name from `ids`';
  if (field.form === 'timestamp') return 'a time (RFC 3339)';
  return `a string${orNull}`;
}

function isNameable(target: keyof typeof nameables | undefined): boolean {
  return target !== undefined && nameables[target] !== undefined;
}

/** The inclusive range of a number. */
export function numberRange(field: NumberField): { readonly min: number; readonly max: number } | undefined {
  switch (field.type) {
    case 'uint32':
      return { min: field.min ?? 0, max: field.max ?? uint32Max };
    case 'int64':
      return { min: field.min ?? Number.MIN_SAFE_INTEGER, max: field.max ?? Number.MAX_SAFE_INTEGER };
    case 'float64':
      return field.min === undefined || field.max === undefined
        ? undefined
        : { min: field.min, max: field.max };
  }
}

/** For example "at most 255 bytes of UTF-8", "from 0 to 128"; undefined if the API states no limit. */
export function limitsInWords(field: Field): string | undefined {
  switch (field.type) {
    case 'string':
      return field.maxBytes === undefined ? undefined : `at most ${field.maxBytes} bytes of UTF-8`;
    case 'uint32':
    case 'float64': {
      const range = numberRange(field);
      return range === undefined ? undefined : `from ${range.min} to ${range.max}`;
    }
    case 'int64':
    case 'boolean':
    case 'list':
    case 'map':
    case 'ref':
    case 'object':
    case 'module':
      return undefined;
  }
}

/** For example "seconds"; undefined if the number has no unit. */
export function unitInWords(field: Field): string | undefined {
  if (field.type !== 'int64' && field.type !== 'uint32' && field.type !== 'float64') return undefined;
  return field.unit === 'fraction' ? 'a fraction, not a percentage' : field.unit;
}

/** The text an editor shows when hovering over a key: the description, then type, limits and unit. */
export function fieldHover(field: Field): string {
  const facts = [typeInWords(field), limitsInWords(field), unitInWords(field)].filter(
    (fact) => fact !== undefined,
  );
  const text = facts.join(', ');
  return `${field.doc}\n\n${capitalized(text)}.`;
}
