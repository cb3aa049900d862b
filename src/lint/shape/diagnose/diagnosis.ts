import type { DocumentKind } from '../../../kinds/documents/index.ts';
import type { Field } from '../../../kinds/field.ts';
import type { FormatPosition } from '../format-position.ts';
import type { Json, Path } from '../../../model/value.ts';

export interface WrongValue {
  readonly field: Field;
  /** Its name in messages: "`num_buckets`", "item 2 of `scopes`". */
  readonly name: string;
  readonly value: unknown;
  /** Source text of a scalar; undefined for a value without a source, such as one from a variable. */
  readonly text: string | undefined;
  /** Whether created objects have the ownership marker, which takes part of `metadata`. */
  readonly hasMarker: boolean;
}

/** A mistake in a value, and how to fix it. */
export interface Diagnosis {
  readonly rule: string;
  readonly message: string;
  readonly label?: string | undefined;
  /** Set if it differs from the rule's own reason. */
  readonly why?: string | undefined;
  readonly help?: string | undefined;
  /** The part of the string that is wrong. */
  readonly within?: { readonly start: number; readonly end: number } | undefined;
  readonly fix?:
    | { readonly safety: 'safe' | 'unsafe'; readonly title: string; readonly with: Json }
    | undefined;
}

/** Help for a wrong type, with a replacement if it is certain enough to suggest. */
export interface Hint {
  readonly help: string;
  /** The message and reason that replace the general ones of a wrong type. */
  readonly instead?: { readonly message: string; readonly why: string };
  readonly with?: Json;
}

export interface UnknownKey {
  readonly documentKind: DocumentKind;
  /** Path of its map, from the document's root. */
  readonly path: Path;
  readonly key: string;
  readonly position: FormatPosition;
  /** The value of the key, as plain data. */
  readonly value: unknown;
  readonly has: (key: string) => boolean;
  /** Required keys that the map does not have. */
  readonly missing: readonly string[];
}
