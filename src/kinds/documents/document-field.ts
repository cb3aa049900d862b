/**
 * The vocabulary of the tables of our own documents, as `../field.ts` is that of what the API holds. Pure data. The JSON
 * schemas, the reader, the checks of shape, the order of keys, `explain`, and what an editor offers are derived from it.
 */

/** What a string must look like. */
export interface DocumentForm {
  /** A regular expression, as JSON Schema takes it. */
  readonly pattern: string;
  /** What follows "must be": for editors, and for a string that is found in a resource file. */
  readonly is: string;
  /** The lint rule that reports another string. */
  readonly rule: string;
  /** What follows "`value` is not". */
  readonly not: string;
  /** Absent: that it must be `is`. */
  readonly help?: string;
  /** A value that is not shown: it may be half of a key. */
  readonly isHidden?: true;
}

/** What a string names: an editor offers what the workspace has of it, and renames it with the rest. */
export type DocumentNames = 'address' | 'former-address' | 'environment' | 'id' | 'preset' | 'variable';

interface Common {
  /** What it means. The first sentence stands alone in a list of keys. */
  readonly doc: string;
  readonly required?: true;
  /** Where it is required and not there: the rule that says so (`missing-field` where absent), and what to do. */
  readonly ifMissing?: { readonly rule?: string; readonly help?: string };
  /** What a message calls it; absent: its key in backticks. */
  readonly called?: string;
  /** Its value in the example of `explain`. A group, and a list of groups, are made of those inside. */
  readonly example?: unknown;
}

/** The first line of every document of a resource file. */
export interface DocumentKindField extends Common {
  readonly type: 'kind';
  readonly values: readonly string[];
}

/** The only value that is known. */
export interface DocumentVersion extends Common {
  readonly type: 'version';
  readonly value: number;
}

export interface DocumentWord extends Common {
  readonly type: 'word';
  readonly values: readonly string[];
  /** What each value means, in their order. */
  readonly meanings?: readonly string[];
  readonly default?: string;
}

export interface DocumentString extends Common {
  readonly type: 'string';
  readonly form?: DocumentForm;
  readonly names?: DocumentNames;
  /** A pattern: of paths, or of addresses. */
  readonly glob?: 'files' | 'addresses';
  /** In bytes. */
  readonly longest?: number;
  readonly default?: string;
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
  /** What to do instead of writing an empty list; absent where one is fine. */
  readonly ifEmpty?: string;
  readonly default?: readonly string[];
}

/** A map whose keys have a fixed set of names. */
export interface DocumentGroup extends Common {
  readonly type: 'group';
  readonly fields: DocumentFields;
}

/** A map whose keys are the reader's own names. */
export interface DocumentMap extends Common {
  readonly type: 'map';
  readonly keys?: DocumentNames | 'rule';
  /** By the pattern of the key; the first that fits. */
  readonly values: readonly { readonly keys?: string; readonly value: DocumentField }[];
}

/** A single value, or a map that says more. */
export interface DocumentEither extends Common {
  readonly type: 'either';
  readonly short: DocumentString | DocumentWord;
  readonly long: DocumentGroup;
}

/** The write form of a kind of the API. */
export interface DocumentSpec extends Common {
  readonly type: 'spec';
}

/** Whatever YAML can say. */
export interface DocumentAny extends Common {
  readonly type: 'any';
}

/** A document of a resource file, inside another. */
export interface DocumentInside extends Common {
  readonly type: 'document';
}

export type DocumentField =
  | DocumentKindField
  | DocumentVersion
  | DocumentWord
  | DocumentString
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
  /** What `explain` calls it; of a resource file also its `kind`. */
  readonly name: string;
  /** What else it is asked for by: `edgewright.yaml`. */
  readonly aliases: readonly string[];
  readonly title: string;
  readonly doc: string;
  /** The file it is written in. */
  readonly file: string;
  /** What a message calls it: `an environment`. */
  readonly called: string;
  readonly fields: DocumentFields;
  /** Of a part of another file: the keys above it, as an example has them. */
  readonly within?: readonly string[];
  /** The keys that the example of any field has beside it. */
  readonly always: readonly string[];
  /** Commands that tell more. */
  readonly readOn: readonly string[];
}
