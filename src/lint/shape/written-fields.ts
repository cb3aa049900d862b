import { addTo } from '../../text/lists/group-by.ts';
import { rememberEach } from '../../text/remember-last.ts';
import { fieldsOf } from '../../derive/forms/fields.ts';
import type { Field, Fields } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';

export function isWritable(field: Field | undefined): boolean {
  return field !== undefined && field.readOnly !== true;
}

/** The writable fields of a table. Returns the same array each time, so that suggestions index it once. */
export const writtenNames = rememberEach((fields: Fields): readonly string[] =>
  Object.keys(fields).filter((name) => isWritable(fields[name])),
);

/** The modules of these kinds that have a field of this name. */
export function modulesWith(key: string, meant: readonly KindName[]): readonly string[] {
  const names = meant.flatMap((kind) => modulesIn(kinds[kind].fields).get(key) ?? []);
  return [...new Set(names)];
}

/** For each field inside the modules of a kind, the modules that have it. */
const modulesIn = rememberEach((fields: Fields): ReadonlyMap<string, readonly string[]> => {
  const names = new Map<string, string[]>();
  for (const [module, field] of Object.entries(fields))
    for (const inner of writtenNames(fieldsOf(field) ?? {})) addTo(names, inner, module);
  return names;
});
