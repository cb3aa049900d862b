import type { DocumentField, DocumentTable } from '../../kinds/documents/document-field.ts';
import { documentTables } from '../../kinds/documents/index.ts';
import type { Json } from '../../model/value.ts';
import { documentSchema } from '../schema/document-schema.ts';
import type { JsonSchema } from '../schema/json-schema.ts';

/** A document or file of a workspace that `explain` knows, in addition to the kinds of the API. */
export interface ExplainedDocument extends DocumentTable {
  readonly schema: JsonSchema;
  /** An example of the whole document; for a field, only its part is shown. */
  readonly example: Json;
  /** One in which every field has a value, if it has an example at all. */
  readonly whole: Json;
}

/** In the order in which readers need them. */
export const explainedDocuments: readonly ExplainedDocument[] = documentTables.map(explainedDocument);

export function explainedDocument(table: DocumentTable): ExplainedDocument {
  const group = { type: 'group', doc: '', fields: table.fields } as const;
  // The fields of a spec are explained under their kinds.
  const schema = documentSchema(table, { type: 'object' });
  return {
    ...table,
    schema,
    example: inPlace(table, exampleOf(group) ?? {}),
    whole: inPlace(table, wholeOf(group) ?? {}),
  };
}

/** The example of a field: its own, or one composed of its members' examples. */
function exampleOf(field: DocumentField): Json | undefined {
  return (field.example as Json | undefined) ?? composed(field, exampleOf);
}

function wholeOf(field: DocumentField): Json | undefined {
  const inside = composed(field.type === 'either' ? field.long : field, wholeOf);
  return inside ?? ((field.alone ?? field.example) as Json | undefined);
}

function composed(field: DocumentField, of: typeof exampleOf): Json | undefined {
  if (field.type === 'list') {
    const item = of(field.item);
    return item === undefined ? undefined : [item];
  }
  if (field.type !== 'group') return undefined;
  const inside = Object.entries(field.fields).flatMap(([key, inner]) => {
    const example = of(inner);
    return example === undefined ? [] : [[key, example] as const];
  });
  return inside.length === 0 ? undefined : Object.fromEntries(inside);
}

/** Wraps the example of a part of another file in its parent keys. */
function inPlace({ within }: DocumentTable, example: Json): Json {
  return (within ?? []).reduceRight<Json>((inner, key) => ({ [key]: inner }), example);
}
