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
 * shape. Results are cached per node of a layer, so the number of environments does not matter.
 */
export function* decidedByVariable({ kind, layers }: Desired): Generator<Decided> {
  for (const [name, { node }] of layers) {
    let found = known.get(node);
    if (found === undefined) {
      const field = kinds[kind].fields[name];
      found = field === undefined ? none : [...decidedIn(node, field, [name])];
      known.set(node, found.length === 0 ? none : found);
    }
    if (found.length > 0) yield* found;
  }
}

const none: readonly Decided[] = [];
const known = new WeakMap<DocumentNode, readonly Decided[]>();

function* decidedIn(node: DocumentNode, field: Field | undefined, path: Path): Generator<Decided> {
  if (field === undefined) return;
  switch (node.type) {
    case 'scalar':
      if (typeof node.value === 'string' && node.value.includes('$(') && !isFree(field, node.value)) {
        yield { path, field };
      }
      return;
    case 'list': {
      const item = field.type === 'list' ? itemField(field) : undefined;
      for (const [index, one] of node.items.entries()) yield* decidedIn(one, item, [...path, index]);
      return;
    }
    case 'map': {
      const fields = fieldsOf(field);
      const item = field.type === 'map' ? itemField(field) : undefined;
      for (const entry of node.entries) {
        const key = textOfKey(entry);
        yield* decidedIn(entry.value, fields?.[key] ?? item, [...path, key]);
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
