import { fieldsOf, itemField } from '../../src/derive/forms/fields.ts';
import type { Field, Fields } from '../../src/kinds/field.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import type { Path } from '../../src/model/value.ts';

/** A place in the write form of a kind where something can be wrong. */
export interface Place {
  readonly path: Path;
  readonly field: Field;
}

/**
 * Every place of a kind, read off its table: fields, the fields of modules and of the objects in them, the first item
 * of a list, one entry of a mapping. Of objects that have the same fields (seven OAuth providers) one stands for all.
 */
export function placesOf(kind: KindName): readonly Place[] {
  return within(kinds[kind].fields, []);
}

function within(fields: Fields, above: Path): readonly Place[] {
  const seen = new Set<string>();
  return Object.entries(fields).flatMap(([name, field]): readonly Place[] => {
    if (field.readOnly === true) return [];
    const path = [...above, name];
    const inner = fieldsOf(field);
    const sign = inner === undefined ? '' : Object.keys(inner).join();
    if (field.type === 'object' && seen.has(sign)) return [];
    seen.add(sign);
    return [{ path, field }, ...below(field, path)];
  });
}

function below(field: Field, path: Path): readonly Place[] {
  if (field.type === 'list') return [{ path: [...path, 0], field: itemField(field) }];
  if (field.type === 'map') return [{ path: [...path, 'x-one'], field: itemField(field) }];
  return within(fieldsOf(field) ?? {}, path);
}
