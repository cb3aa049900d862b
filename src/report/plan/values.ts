import type { Json } from '../../model/value.ts';

/** Names of live objects by id, as the files write them: `edghts_…` is `https-edge/main`. */
export type Names = Readonly<Record<string, string>>;

/** A value on one line; a string without quotes where it can be nothing else. */
export function valueText(value: Json): string {
  return typeof value === 'string' && isPlain(value) ? value : JSON.stringify(value);
}

/** The same value with names for the ids in it. */
export function withIdNames(value: Json, names: Names): Json {
  if (typeof value === 'string') return Object.hasOwn(names, value) ? (names[value] ?? value) : value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => withIdNames(item, names));
  return value;
}

/** One word that is neither a number nor a word of JSON, and in which nothing needs quotes. */
function isPlain(text: string): boolean {
  return /^[A-Za-z/$*~_][\w/$()*.~@:=%+?&-]*$/.test(text) && !/^(?:true|false|null)$/i.test(text);
}
