import type { DocumentField, DocumentTable } from '../../kinds/documents/document-field.ts';
import { documentTables } from '../../kinds/documents/index.ts';
import type { Json } from '../../model/value.ts';
import { documentSchema } from '../schema/document-schema.ts';
import type { JsonSchema } from '../schema/json-schema.ts';

/** A document or file of a workspace that `explain` knows, beside the kinds of the API. */
export interface ExplainedDocument extends DocumentTable {
  readonly schema: JsonSchema;
  /** A whole one; of a field its part is shown. */
  readonly example: Json;
}

/** In the order in which a reader meets them. */
export const explainedDocuments: readonly ExplainedDocument[] = documentTables.map(explainedDocument);

export function explainedDocument(table: DocumentTable): ExplainedDocument {
  const example = exampleOf({ type: 'group', doc: '', fields: table.fields });
  // The fields of a spec are those of the kinds, which are explained as such.
  const schema = documentSchema(table, { type: 'object' });
  return { ...table, schema, example: inPlace(table, example ?? {}) };
}

/** The example of a field: its own, or those of what is inside it. */
function exampleOf(field: DocumentField): Json | undefined {
  if (field.example !== undefined) return field.example as Json;
  if (field.type === 'list') {
    const item = exampleOf(field.item);
    return item === undefined ? undefined : [item];
  }
  if (field.type !== 'group') return undefined;
  const inside = Object.entries(field.fields).flatMap(([key, inner]) => {
    const example = exampleOf(inner);
    return example === undefined ? [] : [[key, example] as const];
  });
  return inside.length === 0 ? undefined : Object.fromEntries(inside);
}

/** A part of another file is shown as it stands there. */
function inPlace({ within }: DocumentTable, example: Json): Json {
  return (within ?? []).reduceRight<Json>((inner, key) => ({ [key]: inner }), example);
}
