import type { Field, Fields, MapField, TextField } from '../../kinds/field.ts';
import { kindNames, kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Path } from '../../model/value.ts';
import { fieldAt, fieldsOf } from '../../derive/forms/fields.ts';

/** What `kind:` of a resource file can say. */
export type DocumentKind = KindName | 'preset' | 'removed' | 'approval';

export const documentKinds: readonly DocumentKind[] = [...kindNames, 'preset', 'removed', 'approval'];

/** Where a path of a document leads: into the write form of a kind, or to a field of the file format itself. */
export interface FormatPosition {
  /** The field there, if there is one. */
  readonly field: Field | undefined;
  /** The fields that may stand in the map there; undefined where the path does not lead to a map with fixed keys. */
  readonly fields: Fields | undefined;
  /** The path inside the write form; undefined outside `spec` and `overrides`. */
  readonly inSpec: Path | undefined;
  /** The kinds whose write form may be meant: all of them in a preset. */
  readonly kinds: readonly KindName[];
}

const text = (doc: string): TextField => ({ type: 'string', form: 'opaque', doc, section: '' });
const words = (doc: string): Field => ({ type: 'list', as: 'set', form: 'opaque', doc, section: '' });
const map = (doc: string): MapField => ({ type: 'map', keyForm: 'opaque', form: 'opaque', doc, section: '' });
const object = (doc: string): Field => ({ type: 'object', fields: {}, doc, section: '' });

const kind: TextField = { ...text('What the document is.'), values: documentKinds };
const name = text(
  'A name of lower-case letters, digits and `-`, at most 63, beginning with a letter or digit.',
);
const spec = object("The API's write form, field by field.");

const resource: Fields = {
  kind,
  name,
  labels: map('Labels, name to value.'),
  uses: words('Presets, in order.'),
  formerly: words('Names that it had before.'),
  environments: words('The environments it is restricted to.'),
  spec,
  overrides: object('By environment, fields that replace those of `spec`.'),
};

const formats: Readonly<Record<Exclude<DocumentKind, KindName>, Fields>> = {
  preset: { kind, name, spec },
  removed: {
    kind,
    address: text('What is no longer written down, as `<kind>/<name>`.'),
    then: { ...text('What happens to it.'), values: ['retire', 'forget', 'disable-bare'] },
  },
  approval: {
    kind,
    allow: {
      ...text('What is allowed.'),
      values: ['exposure', 'delete', 'recreate', 'revert', 'write-secret'],
    },
    address: text('The resource, as `<kind>/<name>`.'),
    environment: text('The environment.'),
    change: text('The change id that the plan printed: 32 digits.'),
    reason: text('Why, for those who read it later.'),
  },
};

export function formatOf(documentKind: DocumentKind): Fields {
  return isResource(documentKind) ? resource : formats[documentKind];
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
  if (inSpec === undefined || documentKind === 'removed' || documentKind === 'approval') {
    const fields = path.length === 0 ? formatOf(documentKind) : undefined;
    return { field: fieldIn(formatOf(documentKind), path), fields, inSpec: undefined, kinds: meant };
  }
  if (inSpec.length === 0) {
    return { field: spec, fields: fieldsOfAll(meant), inSpec, kinds: meant };
  }
  const field = firstField(meant, inSpec);
  return { field, fields: field === undefined ? undefined : fieldsOf(field), inSpec, kinds: meant };
}

const together = new Map<string, Fields>();

/** The fields of these kinds as one table, the same each time. */
function fieldsOfAll(meant: readonly KindName[]): Fields {
  const id = meant.join(' ');
  const fields = together.get(id) ?? (Object.assign({}, ...meant.map((one) => kinds[one].fields)) as Fields);
  together.set(id, fields);
  return fields;
}

/** In a preset a module wins over a text of the same name: of `traffic_policy` the module is the common one. */
function firstField(meant: readonly KindName[], path: Path): Field | undefined {
  const fields = meant.map((one) => fieldAt(one, path)).filter((field) => field !== undefined);
  return fields.find((field) => field.type === 'module') ?? fields[0];
}

function fieldIn(fields: Fields, path: Path): Field | undefined {
  const [top, inner] = path;
  const field = typeof top === 'string' && Object.hasOwn(fields, top) ? fields[top] : undefined;
  if (field === undefined || path.length === 1) return field;
  const hasItems = field.type === 'list' || field.type === 'map';
  return hasItems && inner !== undefined && path.length === 2 ? text(field.doc) : undefined;
}
