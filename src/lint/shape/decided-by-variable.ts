import { fieldsOf, itemField } from '../../derive/forms/fields.ts';
import type { Field } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { Desired } from '../../model/desired.ts';
import type { DocumentNode } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';
import { textOfKey } from '../../edit/tree.ts';

/** A value of a spec whose shape depends on a variable. */
export interface Decided {
  /** Path from the top-level field downwards. */
  readonly path: Path;
  readonly field: Field;
}

/**
 * Finds variables that stand for a whole value or are part of a limited string; in free text they cannot break the
 * shape.
 */
export function decidedByVariable({ kind, written }: Desired): readonly Decided[] {
  const found: Decided[] = [];
  for (const [name, { node }] of written().layers) collect(node, kinds[kind].fields[name], [name], found);
  return found;
}

/** `path` changes with the walk. */
function collect(
  node: DocumentNode,
  field: Field | undefined,
  path: (string | number)[],
  found: Decided[],
): void {
  if (field === undefined) return;
  switch (node.type) {
    case 'scalar':
      if (typeof node.value === 'string' && node.value.includes('$(') && !isFree(field, node.value))
        found.push({ path: [...path], field });
      return;
    case 'list': {
      const item = field.type === 'list' ? itemField(field) : undefined;
      if (item === undefined) return;
      for (let index = 0; index < node.items.length; index++) {
        const one = node.items[index];
        path.push(index);
        if (one !== undefined) collect(one, item, path, found);
        path.pop();
      }
      return;
    }
    case 'map': {
      const fields = fieldsOf(field);
      const item = field.type === 'map' ? itemField(field) : undefined;
      if (fields === undefined && item === undefined) return;
      for (const entry of node.entries) {
        const key = textOfKey(entry);
        path.push(key);
        collect(entry.value, fields?.[key] ?? item, path, found);
        path.pop();
      }
    }
  }
}

/** A whole-value variable. `$(environment)` is excluded, because it is always a string. */
const wholeVariable = /^\$\((?!secret:|file:|environment\))[^)]*\)$/;

function isFree(field: Field, text: string): boolean {
  if (field.type !== 'string' || field.values !== undefined || field.maxBytes !== undefined) return false;
  return !wholeVariable.test(text);
}
