import type { DocumentField, DocumentFields, DocumentTable } from '../../kinds/documents/document-field.ts';
import { documentTables } from '../../kinds/documents/index.ts';
import type { Path } from '../../model/value.ts';

/** A key of a document, under the name of its heading: `settings.lint.overrides[].files`. */
export interface DocumentKey {
  readonly heading: string;
  readonly field: DocumentField;
}

/** All keys of a document, each before those inside it. */
export function documentKeys({ name, fields }: DocumentTable): readonly DocumentKey[] {
  return keysOf(name, fields);
}

function keysOf(holder: string, fields: DocumentFields): readonly DocumentKey[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    const heading = `${holder}.${key}`;
    return [{ heading, field }, ...keysInside(heading, field)];
  });
}

function keysInside(heading: string, field: DocumentField): readonly DocumentKey[] {
  if (field.type === 'group') return keysOf(heading, field.fields);
  if (field.type === 'list') return keysInside(heading + ofItem, field.item);
  if (field.type === 'either') return keysInside(heading, field.long);
  if (field.type !== 'map' || tableWithin(heading) !== undefined) return [];
  return field.values.flatMap(({ value }) => keysInside(heading + ofEntry, value));
}

const ofItem = '[]';
const ofEntry = '.<key>';

/** The table of the entries of a map that have a section of their own. */
function tableWithin(heading: string): DocumentTable | undefined {
  return documentTables.find(({ within }) => within !== undefined && heading === `settings.${within[0]}`);
}

/** The heading of the last key of a document on a path; undefined if the path begins at none. */
export function lastKey({ name, fields }: DocumentTable, path: Path): string | undefined {
  return keyAmong(name, fields, path);
}

function keyAmong(holder: string, fields: DocumentFields, [step, ...rest]: Path): string | undefined {
  const field = typeof step === 'string' && Object.hasOwn(fields, step) ? fields[step] : undefined;
  if (field === undefined) return undefined;
  const heading = `${holder}.${step}`;
  return keyInside(heading, field, rest) ?? heading;
}

/** The index of an item may be left out, as in the subjects of `explain`. */
function keyInside(heading: string, field: DocumentField, path: Path): string | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return undefined;
  if (field.type === 'group') return keyAmong(heading, field.fields, path);
  if (field.type === 'list')
    return keyInside(heading + ofItem, field.item, typeof step === 'number' ? rest : path);
  if (field.type === 'either') return keyInside(heading, field.long, path);
  if (field.type !== 'map') return undefined;
  const table = tableWithin(heading);
  if (table !== undefined) return lastKey(table, rest) ?? table.name;
  const entry = field.values.find(({ keys }) => keys === undefined || new RegExp(keys).test(String(step)));
  return entry && keyInside(heading + ofEntry, entry.value, rest);
}
