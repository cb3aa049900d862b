import type { Fields } from '../kinds/field.ts';
import { isKindName, kinds } from '../kinds/index.ts';
import { fieldsOf } from '../derive/forms/fields.ts';

/** The canonical order of the keys of a map, and what is known of the maps inside it. */
export interface KeyOrder {
  readonly keys: readonly string[];
  readonly inside: (key: string) => KeyOrder | undefined;
}

const resource = ['kind', 'name', 'labels', 'uses', 'formerly', 'environments', 'spec', 'overrides'];
const removed = ['kind', 'address', 'then'];
const approval = ['kind', 'allow', 'address', 'environment', 'change', 'reason'];

/** The order of a document of this kind; undefined for a kind that is not known. */
export function orderOf(kind: string): KeyOrder | undefined {
  if (kind === 'removed') return { keys: removed, inside: () => undefined };
  if (kind === 'approval') return { keys: approval, inside: () => undefined };
  const spec = specOrder(kind);
  if (spec === undefined) return undefined;
  return {
    keys: resource,
    inside: (key) => {
      if (key === 'spec') return spec;
      return key === 'overrides' ? { keys: [], inside: () => spec } : undefined;
    },
  };
}

/** A preset may hold fields of every kind: those of a route, the richest, come first. */
function specOrder(kind: string): KeyOrder | undefined {
  if (isKindName(kind)) return orderOfFields(kinds[kind].fields);
  if (kind !== 'preset') return undefined;
  return orderOfFields({
    ...kinds['https-route'].fields,
    ...kinds['tls-edge'].fields,
    ...kinds.endpoint.fields,
  });
}

function orderOfFields(fields: Fields): KeyOrder {
  return {
    keys: Object.keys(fields),
    inside: (key) => {
      const field = fields[key];
      const inner = field === undefined ? undefined : fieldsOf(field);
      return inner === undefined ? undefined : orderOfFields(inner);
    },
  };
}
