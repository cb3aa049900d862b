import type { Field } from '../../../kinds/field.ts';
import type { Json, Path } from '../../../model/value.ts';
import type { DocumentKind } from '../../../kinds/documents/index.ts';
import type { FormatPosition } from '../file-format.ts';

/** A value that is not what it should be. */
export interface WrongValue {
  readonly field: Field;
  /** What the user calls it: "`num_buckets`", "item 2 of `scopes`". */
  readonly name: string;
  readonly value: unknown;
  /** A scalar as it is written, where it was written. */
  readonly text: string | undefined;
  /** Whether created objects carry the ownership marker, which takes a part of `metadata`. */
  readonly hasMarker: boolean;
}

/** What is wrong with a value, and what would be right. */
export interface Diagnosis {
  readonly rule: string;
  readonly message: string;
  readonly label?: string;
  /** The reason, where the rule's own is another. */
  readonly why?: string;
  readonly help?: string;
  /** The part of the text that is meant. */
  readonly within?: { readonly start: number; readonly end: number };
  readonly fix?: { readonly safety: 'safe' | 'unsafe'; readonly title: string; readonly with: Json };
}

/** What helps, and what to put there if that is certain enough to be suggested. */
export interface Hint {
  readonly help: string;
  /** The mistake behind the wrong type, and what comes of it. */
  readonly instead?: { readonly message: string; readonly why: string };
  readonly with?: Json;
}

/** A key that may not stand where it is. */
export interface UnknownKey {
  readonly documentKind: DocumentKind;
  /** Of the map it is in, from the document's root. */
  readonly path: Path;
  readonly key: string;
  readonly position: FormatPosition;
  /** The plain value under it. */
  readonly value: unknown;
  /** Whether the map has a key. */
  readonly has: (key: string) => boolean;
  /** Keys that the map lacks. */
  readonly missing: readonly string[];
}
