import type { ApiNote } from './api-notes.ts';
import type { Fields, Section } from './field.ts';
import type { ReferenceTarget } from './references.ts';
import type { Operations } from './operation.ts';

/** The kinds of resource that Edgewright manages. */
export type KindName = 'endpoint' | 'https-route' | 'tls-edge';

/** A kind of resource with all its properties. When the API gains an operation, one row here changes. */
export interface Kind {
  readonly name: KindName;
  readonly title: string;
  readonly doc: string;
  readonly section: Section;
  /** The section of docs/api-notes.md. */
  readonly note: ApiNote;
  /** The usual prefix of ids of this kind, as observed. */
  readonly idPrefix: string;
  readonly fields: Fields;
  readonly operations: Operations;
  /** The object that contains it, and the field with that object's id. */
  readonly parent?: { readonly field: string; readonly kind: ReferenceTarget };
  /**
   * The fields by which the service identifies an object: two objects are the same if `all` are equal, or if they share
   * `any` item of the single list.
   */
  readonly identity: {
    readonly match: 'all' | 'any';
    readonly fields: readonly string[];
    /**
     * The fields of which the service refuses a second object; absent where it refuses none. They may be fewer than the
     * identity.
     */
    readonly refusal?: {
      readonly fields: readonly string[];
      readonly status: 400 | 409;
      /** Two objects may coexist if both have the boolean field enabled and the same list. */
      readonly unless?: { readonly enabled: string; readonly sameIn: string };
    };
  };
  /** Restricts the listed objects that can be managed to those with this value in the field. */
  readonly manageable?: { readonly field: string; readonly value: string };
}
