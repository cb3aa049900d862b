import type { Json } from '../../model/value.ts';

/** Names in the files for live objects, by id: `edghts_…` is `https-edge/main`. */
export type Names = Readonly<Record<string, string>>;

/** A value on one line; a string has no quotes if it is unambiguous. */
export function valueText(value: Json): string {
  return typeof value === 'string' && isPlain(value) ? value : JSON.stringify(value);
}

/** The value with ids replaced by names. */
export function withIdNames(value: Json, names: Names): Json {
  if (typeof value === 'string') return Object.hasOwn(names, value) ? (names[value] ?? value) : value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => withIdNames(item, names));
  return value;
}

/** Whether the text is one word without special characters that is neither a number nor a JSON keyword. */
function isPlain(text: string): boolean {
  return /^[A-Za-z/$*~_][\w/$()*.~@:=%+?&-]*$/.test(text) && !/^(?:true|false|null)$/i.test(text);
}
