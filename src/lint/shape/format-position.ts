import { fieldAt, fieldsOf, fieldsOfDocument, plainText } from '../../derive/forms/fields.ts';
import type { DocumentForm } from '../../kinds/documents/document-field.ts';
import { tableOf, type DocumentKind } from '../../kinds/documents/index.ts';
import type { Field, Fields } from '../../kinds/field.ts';
import { kindNames, kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Path } from '../../model/value.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** The position that a path of a document leads to: in the write form of a kind, or in the file format itself. */
export interface FormatPosition {
  /** The field at the path, if there is one. */
  readonly field: Field | undefined;
  /** Required form of a string field of the file format. */
  readonly form?: DocumentForm;
  /** The valid fields of the map at the path; undefined if the path does not lead to a map with fixed keys. */
  readonly fields: Fields | undefined;
  /** The path inside the write form; undefined outside `spec` and `overrides`. */
  readonly inSpec: Path | undefined;
  /** The kinds that the write form may belong to: all of them in a preset. */
  readonly kinds: readonly KindName[];
}

/** The keys of a document as fields, like those of the API, so that both are checked by the same code. */
export function formatOf(documentKind: DocumentKind): Fields {
  return fieldsOfDocument(tableOf(documentKind));
}

function isResource(documentKind: DocumentKind): documentKind is KindName {
  return Object.hasOwn(kinds, documentKind);
}

export function positionAt(documentKind: DocumentKind, path: Path): FormatPosition {
  const meant = isResource(documentKind) ? [documentKind] : kindNames;
  const inSpec =
    path[0] === 'spec'
      ? path.slice(1)
      : path[0] === 'overrides' && path.length > 1
        ? path.slice(2)
        : undefined;
  if (inSpec === undefined || (!isResource(documentKind) && documentKind !== 'preset')) {
    const fields = path.length === 0 ? formatOf(documentKind) : undefined;
    const documentField = path.length === 1 ? tableOf(documentKind).fields[String(path[0])] : undefined;
    const form = documentField?.type === 'string' ? documentField.form : undefined;
    const field = fieldIn(formatOf(documentKind), path);
    return { field, ...withoutUndefined({ form }), fields, inSpec: undefined, kinds: meant };
  }
  if (inSpec.length === 0) {
    return {
      field: formatOf(documentKind)['spec'],
      fields: specFieldsOf(documentKind),
      inSpec,
      kinds: meant,
    };
  }
  const field = firstField(meant, inSpec);
  return { field, fields: field === undefined ? undefined : fieldsOf(field), inSpec, kinds: meant };
}

/** The fields of the spec of a document: of a preset those of all kinds. Returns the same object each time. */
export function specFieldsOf(documentKind: DocumentKind): Fields {
  return isResource(documentKind) ? kinds[documentKind].fields : fieldsOfAllKinds;
}

const fieldsOfAllKinds: Fields = Object.assign(
  {},
  ...Object.values(kinds).map(({ fields }) => fields),
) as Fields;

/**
 * In a preset a module wins over a string field of the same name: for `traffic_policy` the module is the common form.
 */
function firstField(meant: readonly KindName[], path: Path): Field | undefined {
  const fields = meant.map((kind) => fieldAt(kind, path)).filter((field) => field !== undefined);
  return fields.find((field) => field.type === 'module') ?? fields[0];
}

function fieldIn(fields: Fields, path: Path): Field | undefined {
  const [top, inner] = path;
  const field = typeof top === 'string' && Object.hasOwn(fields, top) ? fields[top] : undefined;
  if (field === undefined || path.length === 1) return field;
  const hasItems = field.type === 'list' || field.type === 'map';
  return hasItems && inner !== undefined && path.length === 2 ? plainText(field.doc) : undefined;
}
