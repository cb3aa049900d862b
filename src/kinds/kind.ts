import type { ApiNote } from './api-notes.ts';
import type { Fields, ReferenceTarget, Section } from './field.ts';

/** The kinds of resource that Edgewright manages. */
export type KindName = 'endpoint' | 'https-route' | 'tls-edge';

/** One of the eleven operations of the interface. */
export interface Operation {
  /** Its number in the API's table. */
  readonly number: number;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below the base address, placeholders in braces. */
  readonly path: string;
  /** The only status that means success. */
  readonly success: 200 | 201 | 204;
  readonly doc: string;
  readonly section: Section;
}

/** The list operation, and the field of its answer that holds the items. */
export interface ListOperation extends Operation {
  readonly items: string;
}

/** What the API can do with a kind. An operation that is absent is one the API does not offer: a fact the planner reads. */
export interface Operations {
  readonly create: Operation;
  readonly get: Operation;
  readonly list?: ListOperation;
  readonly update?: Operation;
  readonly delete?: Operation;
}

/** A kind of resource: all that is known of it. When the service gains an operation, one row here changes. */
export interface Kind {
  readonly name: KindName;
  readonly title: string;
  readonly doc: string;
  readonly section: Section;
  /** The section of docs/api-notes.md. */
  readonly note: ApiNote;
  /** What ids of this kind were seen to begin with. */
  readonly idPrefix: string;
  readonly fields: Fields;
  readonly operations: Operations;
  /** The object it lives in, and the field that names it. */
  readonly parent?: { readonly field: string; readonly kind: ReferenceTarget };
  /**
   * The fields that make two objects the same thing to the service: equal in `all` of them, or sharing any item of
   * the one list (`any`).
   */
  readonly identity: {
    readonly match: 'all' | 'any';
    readonly fields: readonly string[];
    /** A switch: two that are the same and both have it on may be side by side. */
    readonly sharedBy?: string;
  };
  /** Which of the listed objects can be ours: those whose field has this value. */
  readonly manageable?: { readonly field: string; readonly value: string };
}
