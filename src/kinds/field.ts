/**
 * The vocabulary of the tables in this folder. Pure data: it can be printed, compared and walked. All other knowledge
 * of the API in Edgewright (schemas, types, validators, read and write forms, the diff, redaction, `explain`, the mock
 * API's checks, the generators of property tests) is derived from these tables.
 */

import type { ApiNote } from './api-notes.ts';
import type { ReferenceTarget } from './references.ts';

/** A section of the API's description, such as `2.9`. */
export type Section = string;

/** An operation that can have a field in its body. */
export type WriteOperation = 'create' | 'update';

/** The form of a string, if it affects how the string is compared, checked or shown. */
export type TextForm =
  | 'cookie-prefix'
  | 'description'
  | 'email'
  | 'email-domain'
  | 'endpoint-url'
  | 'header-name'
  | 'header-value'
  | 'hostport'
  | 'issuer-url'
  | 'match'
  | 'metadata'
  | 'opaque'
  | 'organization'
  | 'saml-metadata'
  | 'team'
  | 'timestamp'
  | 'traffic-policy'
  | 'uri'
  | 'user-agent-pattern'
  | 'webhook-provider';

/**
 * How to remove an applied field outside a module that is no longer declared: send a value that means "none", or
 * `blocked` if there is none. A module is always retired: sent with `enabled: false`.
 */
export type OnUnset = { readonly clear: string | boolean } | 'blocked';

interface Common {
  /** The description, in our own words. An editor's hover shows only the first sentence. */
  readonly doc: string;
  /** Returned by the API, accepted by no operation. */
  readonly readOnly?: true;
  /** Sensitive: only `$(secret:NAME)` is accepted, and no output shows the value. */
  readonly secret?: true;
  /** The field beside it that implies that a secret is set, even if the service returns none. */
  readonly impliedBy?: string;
  /** The operations with this field in their body; create and update by default. */
  readonly writes?: readonly WriteOperation[];
  /** Part of the request's path, never of a body. */
  readonly inPath?: true;
  /** The name in the read form, if it differs (`backend_id` is returned as `backend`). */
  readonly readAs?: string;
  readonly onUnset?: OnUnset;
  /** Required to create the object. */
  readonly required?: true;
  /**
   * The value that similar services were observed to return for an unset field. The mock API returns it; `explain`,
   * comparisons of booleans and exposure checks use it. The ledger learns all defaults from responses.
   */
  readonly seen?: string | number | boolean | readonly string[];
}

export interface TextField extends Common {
  readonly type: 'string';
  readonly form: TextForm;
  /** Limit in bytes of UTF-8, as the API counts. */
  readonly maxBytes?: number;
  /** The only values that the API accepts. */
  readonly values?: readonly string[];
  /** The only values that the API returns, if there are more than it accepts. */
  readonly readValues?: readonly string[];
  /** Values known from other sources: for completion and a warning, never an error. */
  readonly knownValues?: readonly string[];
  /** Similar services refuse values that are not known, so the mock API does. */
  readonly takesOnlyKnown?: true;
  /** The API accepts an explicit null. */
  readonly nullable?: true;
  readonly refersTo?: ReferenceTarget;
}

export interface BooleanField extends Common {
  readonly type: 'boolean';
}

export interface NumberField extends Common {
  readonly type: 'int64' | 'uint32' | 'float64';
  readonly unit?: 'seconds' | 'buckets' | 'requests' | 'fraction' | 'port';
  /** Inclusive. */
  readonly min?: number;
  /** Inclusive. */
  readonly max?: number;
}

/** A list of strings. In a `set`, order and repetition have no meaning. */
export interface ListField extends Common {
  readonly type: 'list';
  readonly as: 'set' | 'list';
  readonly form: TextForm;
  readonly refersTo?: ReferenceTarget;
  readonly knownValues?: readonly string[];
}

/** A Map<string,string>. */
export interface MapField extends Common {
  readonly type: 'map';
  readonly keyForm: TextForm;
  readonly form: TextForm;
}

/** A reference object `{id, uri}` of the read form. Only read-only fields are of this type. */
export interface RefField extends Common {
  readonly type: 'ref';
  readonly refersTo: ReferenceTarget;
}

/** An object with fields of its own that is not a module: an OAuth provider and its members. */
export interface ObjectField extends Common {
  readonly type: 'object';
  readonly fields: Fields;
}

export interface ModuleField extends Common {
  readonly type: 'module';
  readonly module: Module;
}

export type Field =
  | TextField
  | BooleanField
  | NumberField
  | ListField
  | MapField
  | RefField
  | ObjectField
  | ModuleField;

/** Fields by the name of the write form, in the order the API lists them. */
export type Fields = Readonly<Record<string, Field>>;

/**
 * A module's effect on traffic: `backend` answers it, `protecting` decides who may pass (its loss is an exposure),
 * `transforming` is everything else.
 */
export type ModuleRole = 'backend' | 'protecting' | 'transforming';

/** A unit of configuration that `enabled` switches and an update replaces as a whole. */
export interface Module {
  /** The name of its shape in the API's read form, such as `BackendModule`. */
  readonly shape: string;
  /** The name of its shape in the write form. */
  readonly writeShape: string;
  /** In words, such as `circuit breaker`. */
  readonly title: string;
  readonly doc: string;
  readonly section: Section;
  /** The section of docs/api-notes.md. */
  readonly note: ApiNote;
  readonly role: ModuleRole;
  /** Makes a user log in, and keeps a session. */
  readonly isLogin?: true;
  readonly fields: Fields;
}
