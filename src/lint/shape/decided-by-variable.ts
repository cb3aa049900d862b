import { fieldsOf, itemField } from '../../derive/fields.ts';
import type { Field } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { Desired } from '../../model/desired.ts';
import type { DocumentNode } from '../../model/document.ts';
import { keyText } from '../locate/tree.ts';

/**
 * Whether a variable decides if what is sent has the right shape: it stands for a whole value, or in a text that has
 * limits. Text put into free text changes nothing. A layer's node is looked at once, however many environments there are.
 */
export function isDecidedByVariable({ kind, layers }: Desired): boolean {
  for (const [name, { node }] of layers) {
    let decides = known.get(node);
    if (decides === undefined) {
      decides = decidesIn(node, kinds[kind].fields[name]);
      known.set(node, decides);
    }
    if (decides) return true;
  }
  return false;
}

const known = new WeakMap<DocumentNode, boolean>();

function decidesIn(node: DocumentNode, field: Field | undefined): boolean {
  if (field === undefined) return false;
  switch (node.type) {
    case 'scalar':
      return typeof node.value === 'string' && node.value.includes('$(') && !isFree(field, node.value);
    case 'list': {
      const item = field.type === 'list' ? itemField(field) : undefined;
      return node.items.some((one) => decidesIn(one, item));
    }
    case 'map': {
      const fields = fieldsOf(field);
      const item = field.type === 'map' ? itemField(field) : undefined;
      return node.entries.some((entry) => decidesIn(entry.value, fields?.[keyText(entry)] ?? item));
    }
  }
}

const wholeVariable = /^\$\((?!secret:|file:)[^)]*\)$/;

function isFree(field: Field, text: string): boolean {
  if (field.type !== 'string' || field.values !== undefined || field.maxBytes !== undefined) return false;
  return !wholeVariable.test(text);
}
