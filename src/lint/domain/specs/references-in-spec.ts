import { fieldsOf } from '../../../derive/forms/fields.ts';
import { isTree } from '../../../derive/forms/tree.ts';
import type { Field, Fields } from '../../../kinds/field.ts';
import { kindNames, kinds } from '../../../kinds/index.ts';
import type { KindName } from '../../../kinds/kind.ts';
import type { Subject } from '../../rule.ts';
import type { Path, Value } from '../../../model/value.ts';
import { rememberLast } from '../../../text/remember-last.ts';
import { textItems } from './text-items.ts';
import type { ReferenceTarget } from '../../../kinds/references.ts';

export interface IdReference {
  readonly path: Path;
  readonly id: string;
  readonly target: ReferenceTarget;
}

/** All ids in a compiled spec, by the `refersTo` of the field tables. */
export const idReferences = rememberLast(({ kind, spec }: Subject): readonly IdReference[] => {
  const found: IdReference[] = [];
  const referring = fieldsWithIds[kind];
  for (const name of Object.keys(referring)) {
    const field = referring[name];
    if (field !== undefined) collect(field, spec[name], [name], found);
  }
  return found;
});

function collect(field: Field, value: Value | undefined, path: Path, found: IdReference[]): void {
  if (value === undefined) return;
  if (field.type === 'string' && field.refersTo !== undefined) {
    if (typeof value === 'string') found.push({ path, id: value, target: field.refersTo });
  } else if (field.type === 'list' && field.refersTo !== undefined) {
    for (const { text, index } of textItems(value))
      found.push({ path: [...path, index], id: text, target: field.refersTo });
  } else if (isTree(value)) {
    const fields = fieldsOf(field) ?? {};
    for (const name of Object.keys(fields)) {
      const inner = fields[name];
      if (inner !== undefined && refers(inner)) collect(inner, value[name], [...path, name], found);
    }
  }
}

/** Whether a field is, or contains, an id that a file may set. */
function refers(field: Field): boolean {
  if (field.readOnly === true) return false;
  if ((field.type === 'string' || field.type === 'list') && field.refersTo !== undefined) return true;
  return Object.values(fieldsOf(field) ?? {}).some(refers);
}

/** The top-level fields of each kind that refer to other objects. */
const fieldsWithIds = Object.fromEntries(
  kindNames.map((kind) => [
    kind,
    Object.fromEntries(Object.entries(kinds[kind].fields).filter(([, field]) => refers(field))),
  ]),
) as Readonly<Record<KindName, Fields>>;
