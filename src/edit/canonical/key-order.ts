import type { MapNode } from '../../model/document.ts';
import { documentKinds, tableOf, type DocumentKind } from '../../kinds/documents/index.ts';
import type { DocumentFields, DocumentField } from '../../kinds/documents/document-field.ts';
import { isKindName, kinds } from '../../kinds/index.ts';
import type { Fields } from '../../kinds/field.ts';
import { fieldsOf } from '../../derive/forms/fields.ts';

/** The canonical order of the keys of a map, and of its inner maps. */
export interface KeyOrder {
  readonly keys: readonly string[];
  /** That of the value of a key of this map; if it is a list, of each of its items. */
  readonly inside: (key: string, map: MapNode) => KeyOrder | undefined;
}

/** The key order for a kind of document, with that of traffic policies; undefined for an unknown kind. */
export function orderOf(kind: string, policy?: KeyOrder): KeyOrder | undefined {
  const known = documentKinds.find((candidate) => candidate === kind);
  return known && orderOfDocument(tableOf(known).fields, specOrder(known, policy));
}

/** The order of the table; inner maps are ordered if they hold the fields of a kind. */
export function orderOfDocument(fields: DocumentFields, spec: KeyOrder | undefined): KeyOrder {
  return {
    keys: Object.keys(fields),
    inside: (key) => {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (field?.type === 'spec') return spec;
      const isOfSpecs = field?.type === 'map' && field.values.some(({ value }) => value.type === 'spec');
      return isOfSpecs ? { keys: [], inside: () => spec } : undefined;
    },
  };
}

/** The order of the table and of the groups in it, also of those in its lists. */
export function orderOfGroups(fields: DocumentFields): KeyOrder {
  return {
    keys: Object.keys(fields),
    inside: (key) => {
      const inner = Object.hasOwn(fields, key) ? groupIn(fields[key]) : undefined;
      return inner && orderOfGroups(inner);
    },
  };
}

function groupIn(field: DocumentField | undefined): DocumentFields | undefined {
  if (field?.type === 'list') return groupIn(field.item);
  if (field?.type === 'either') return groupIn(field.long);
  return field?.type === 'group' ? field.fields : undefined;
}

/** A preset may have fields of every kind; those of routes, which have the most, come first. */
function specOrder(kind: DocumentKind, policy: KeyOrder | undefined): KeyOrder | undefined {
  if (isKindName(kind)) return orderOfFields(kinds[kind].fields, policy);
  if (kind !== 'preset') return undefined;
  const fields = { ...kinds['https-route'].fields, ...kinds['tls-edge'].fields, ...kinds.endpoint.fields };
  return orderOfFields(fields, policy);
}

function orderOfFields(fields: Fields, policy: KeyOrder | undefined): KeyOrder {
  return {
    keys: Object.keys(fields),
    inside: (key) => {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (field?.type === 'string' && field.form === 'traffic-policy') return policy;
      const inner = field === undefined ? undefined : fieldsOf(field);
      return inner === undefined ? undefined : orderOfFields(inner, policy);
    },
  };
}
