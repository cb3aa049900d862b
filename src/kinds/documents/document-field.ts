/**
 * The vocabulary of the tables of Edgewright's own documents, as `../field.ts` is for the API's objects. Pure data. The
 * JSON schemas, the reader, the shape checks, the order of keys, `explain` and editor completions are derived from it.
 */

/** The form that a string must have. */
export interface DocumentForm {
  /** A regular expression in JSON Schema syntax. */
  readonly pattern: string;
  /** The text after "must be", for editors and for strings in resource files. */
  readonly is: string;
  /** The lint rule that reports other strings. */
  readonly rule: string;
  /** The text after "`value` is not". */
  readonly not: string;
  /** By default, that it must be `is`. */
  readonly help?: string;
  /** Messages do not show the value: it may be half of a key. */
  readonly isHidden?: true;
  /** The wrong text stays the value: the default would be something else than what was meant. */
  readonly isKept?: true;
}

/** The named entity: editors complete its names from the workspace and rename it with its references. */
export type DocumentNames = 'address' | 'former-address' | 'environment' | 'id' | 'preset' | 'variable';

interface Common {
  /** The description. Lists of keys show only the first sentence. */
  readonly doc: string;
  readonly required?: true;
  /** For a required field that is absent: the rule (`missing-field` by default), and the remedy. */
  readonly ifMissing?: { readonly rule?: string; readonly help?: string };
  /** The name in messages; by default the key in backticks. */
  readonly called?: string;
  /** The value in the example of `explain`. Examples of groups and lists of groups are composed from their members. */
  readonly example?: unknown;
  /** The same, but not a part of the examples above it: that of `explain` for this field alone. */
  readonly alone?: unknown;
}

/** The first line of every document of a resource file. */
export interface DocumentKindField extends Common {
  readonly type: 'kind';
  readonly values: readonly string[];
}

/** The only supported value. */
export interface DocumentVersion extends Common {
  readonly type: 'version';
  readonly value: number;
}

export interface DocumentWord extends Common {
  readonly type: 'word';
  readonly values: readonly string[];
  /** The meanings of the values, in the same order. */
  readonly meanings?: readonly string[];
  readonly default?: string;
}

export interface DocumentString extends Common {
  readonly type: 'string';
  readonly form?: DocumentForm;
  readonly names?: DocumentNames;
  /** A glob of paths or of addresses; of a list of globs over addresses, `!` takes out. */
  readonly glob?: 'files' | 'addresses' | 'list-of-addresses';
  /** In bytes. */
  readonly longest?: number;
  /** `true` and `false` are values, too. */
  readonly orBoolean?: true;
  readonly default?: string;
}

/**
 * A string, or a list of strings. A plain scalar is the text as it is written (`1.10`, `007`, `yes`), without the white
 * space around it.
 */
export interface DocumentTexts extends Common {
  readonly type: 'texts';
  readonly form: DocumentForm;
  /** The alternative to an empty list. */
  readonly ifEmpty: string;
  /** `null` is a value, too. */
  readonly orNull?: true;
}

export interface DocumentFlag extends Common {
  readonly type: 'boolean';
  readonly default?: boolean;
}

/** From 0 to `max`, both inclusive. */
export interface DocumentNumber extends Common {
  readonly type: 'number';
  readonly max: number;
  readonly isWhole: boolean;
  readonly default?: number;
}

export interface DocumentList extends Common {
  readonly type: 'list';
  readonly item: DocumentField;
  /** The alternative to an empty list; absent if an empty list is allowed. */
  readonly ifEmpty?: string;
  readonly default?: readonly string[];
}

/** A map with a fixed set of keys. */
export interface DocumentGroup extends Common {
  readonly type: 'group';
  readonly fields: DocumentFields;
  /** Keys of which it must have one, and has no second one. */
  readonly exactlyOne?: readonly [string, string];
}

/** A map whose keys the user chooses. */
export interface DocumentMap extends Common {
  readonly type: 'map';
  readonly keys?: DocumentNames | 'rule';
  /** The form that a key must have. */
  readonly keyForm?: DocumentForm;
  /** The name of an entry in messages, such as `the header`. With it, values are read together with the map. */
  readonly entry?: string;
  /** By pattern of the key; the first match applies. */
  readonly values: readonly { readonly keys?: string; readonly value: DocumentField }[];
}

/** A single value, or a map with more keys. */
export interface DocumentEither extends Common {
  readonly type: 'either';
  readonly short: DocumentString | DocumentWord;
  readonly long: DocumentGroup;
}

/** The write form of a kind of the API. */
export interface DocumentSpec extends Common {
  readonly type: 'spec';
}

/** Any YAML value. */
export interface DocumentAny extends Common {
  readonly type: 'any';
}

/** A document of a resource file, nested in another document. */
export interface DocumentInside extends Common {
  readonly type: 'document';
}

export type DocumentField =
  | DocumentKindField
  | DocumentVersion
  | DocumentWord
  | DocumentString
  | DocumentTexts
  | DocumentFlag
  | DocumentNumber
  | DocumentList
  | DocumentGroup
  | DocumentMap
  | DocumentEither
  | DocumentSpec
  | DocumentAny
  | DocumentInside;

/** In the order in which they are written. */
export type DocumentFields = Readonly<Record<string, DocumentField>>;

/** A document or a file that only Edgewright reads. */
export interface DocumentTable {
  /** The name in `explain`; for a document of a resource file also its `kind`. */
  readonly name: string;
  /** Other names for `explain`: `edgewright.yaml`. */
  readonly aliases: readonly string[];
  readonly title: string;
  readonly doc: string;
  readonly file: string;
  /** The name in messages: `an environment`. */
  readonly called: string;
  readonly fields: DocumentFields;
  /** For a part of another file: its parent keys, as in an example. */
  readonly within?: readonly string[];
  /** Keys that are part of every field's example. */
  readonly always: readonly string[];
  /** Commands for further reading. */
  readonly readOn: readonly string[];
}
