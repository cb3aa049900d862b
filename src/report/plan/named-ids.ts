import type { Json } from '../../model/value.ts';

/** Names in the files for live objects, by id: `edghts_…` is `https-edge/main`. */
export type Names = Readonly<Record<string, string>>;

export function withIdNames(value: Json, names: Names): Json {
  if (typeof value === 'string') return Object.hasOwn(names, value) ? (names[value] ?? value) : value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => withIdNames(item, names));
  return value;
}
