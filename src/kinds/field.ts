/**
 * The vocabulary in which the tables of this folder are written. Pure data: it can be printed, compared and walked.
 * Everything else that Edgewright knows about the API (schemas, types, validators, read and write forms, the diff,
 * redaction, `explain`, the local API's checks, the generators of the property tests) is derived from these tables.
 */

import type { ApiNote } from './api-notes.ts';

/** A section of the API's description, such as `2.9`. */
export type Section = string;

/** An operation that can carry a field in its body. */
export type WriteOperation = 'create' | 'update';

/** What a text is, where that decides how it is compared, checked or shown. */
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

/** What a resource identifier can stand for. The four the API refers to but cannot create have names in `ids`. */
export type ReferenceTarget =
  | 'backend'
  | 'certificate-authority'
  | 'domain'
  | 'edge'
  | 'https-edge'
  | 'ip-policy'
  | 'principal'
  | 'tcp-address'
  | 'tunnel'
  | 'tunnel-session';

/**
 * What it takes to undo a field outside a module that we applied and that is no longer declared: send a value that
 * means "none", or nothing can (then the step is blocked). A module is always retired: sent with `enabled: false`.
 */
export type OnUnset = { readonly clear: string | boolean } | 'blocked';

interface Common {
  /** What the field means, in our own words. The first sentence is alone in an editor's hover. */
  readonly doc: string;
  readonly section: Section;
  /** Answered by the API, accepted by no operation. */
  readonly readOnly?: true;
  /** Sensitive: only a `$(secret:NAME)` is accepted and no sink ever shows the value. */
  readonly secret?: true;
  /** The field beside it that says that a secret is there, also where the service answers none. */
  readonly impliedBy?: string;
  /** The operations whose body carries it. Absent: create and update. */
  readonly writes?: readonly WriteOperation[];
  /** It is in the path of the request, never in a body. */
  readonly inPath?: true;
  /** Its name in the read form, where that differs (`backend_id` reads back as `backend`). */
  readonly readAs?: string;
  readonly onUnset?: OnUnset;
  /** No operation that creates the object can work without it. */
  readonly required?: true;
  /**
   * What services of this shape were seen to answer where it was not set. For the local API alone: the client learns
   * defaults from what it observes and never relies on this.
   */
  readonly seen?: string | number | boolean | readonly string[];
}

export interface TextField extends Common {
  readonly type: 'string';
  readonly form: TextForm;
  /** Limit in bytes of UTF-8, as the API counts. */
  readonly maxBytes?: number;
  /** The only values the API takes. */
  readonly values?: readonly string[];
  /** The only values it answers, where they are more than it takes. */
  readonly readValues?: readonly string[];
  /** Values known from elsewhere: completion and a warning, never an error. */
  readonly knownValues?: readonly string[];
  /** An explicit null is a value the API takes. */
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

/** A list of texts. As a `set` neither order nor repetition means anything. */
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
  TextField | BooleanField | NumberField | ListField | MapField | RefField | ObjectField | ModuleField;

/** Fields by the name of the write form, in the order the API lists them. */
export type Fields = Readonly<Record<string, Field>>;

/**
 * What a module does to traffic: `backend` answers it, `protecting` decides who may pass (its loss is an exposure),
 * `transforming` is everything else.
 */
export type ModuleRole = 'backend' | 'protecting' | 'transforming';

/** A unit of configuration that is switched by `enabled` and replaced whole by an update. */
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
  readonly fields: Fields;
}
