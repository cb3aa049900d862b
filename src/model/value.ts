import type { Secret } from './secret.ts';
import type { SecretReference } from './secret-reference.ts';

/**
 * A value of the write form. A sensitive leaf is never a string: in compiled specs it is a `SecretReference` (a name,
 * no value), in API responses a `Secret` (a value that does not print).
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

/** The top-level fields of a resource in the write form, including `edge_id` of a route. */
export type Spec = Readonly<Record<string, Value>>;

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = Readonly<Record<string, Json>>;

/** The path to a value: field names and list indexes, from the resource's `spec` (or the document's root) downwards. */
export type Path = readonly (string | number)[];
