import type { Secret, SecretReference } from './secret.ts';

/**
 * A value of the write form. A leaf that is sensitive is never a string: in what was compiled it is a
 * `SecretReference` (a name, no value), in what was read from the API a `Secret` (a value that does not print).
 */
export type Value =
  | string
  | number
  | boolean
  | null
  | Secret
  | SecretReference
  | readonly Value[]
  | { readonly [field: string]: Value };

/** The top-level fields of a resource in the write form, `edge_id` of a route among them. */
export type Spec = Readonly<Record<string, Value>>;

/** Plain JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = Readonly<Record<string, Json>>;

/** The way to a value: field names and list indexes, from the resource's `spec` (or the document's root) downwards. */
export type Path = readonly (string | number)[];
