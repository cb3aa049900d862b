/** Behaviors in which services differ because the API's documentation is silent; clients must not rely on any. */
export interface Switches {
  /** The values that reads return for fields that a write left out. */
  readonly defaults: 'none' | 'zero' | 'service';
  /** The form in which a secret reads back. */
  readonly secrets: 'clear' | 'null' | 'absent' | 'empty' | 'stars' | 'bullets' | 'prefix';
  /** The order in which lists and keys read back. */
  readonly order: 'kept' | 'reversed' | 'sorted';
  readonly headers: 'kept' | 'lower' | 'canonical';
  readonly urls: 'kept' | 'lower' | 'no-port' | 'with-port';
  readonly policies: 'kept' | 'indented';
  /** The form in which unset modules read back. */
  readonly unsetModules: 'null' | 'absent';
  /** 2.7 documents one Ref where the write form has a list. */
  readonly references: 'list' | 'single';
  /** The effect of an update on plain fields that it does not name. */
  readonly absentInUpdate: 'kept' | 'cleared';
  /** The maximum number of objects a page; some pages are empty but have a next one. */
  readonly pageSize: number;
  /** Fields or modules that are accepted without an error and not stored. */
  readonly drops: readonly string[];
  readonly needsOidcSecret: boolean;
  /** The treatment of a second route with the same selector. */
  readonly doubles: 'refused' | 'taken';
  /** The number of requests after which reads and lists see a write. */
  readonly lag: number;
}

export const plainSwitches: Switches = {
  defaults: 'zero',
  secrets: 'clear',
  order: 'kept',
  headers: 'kept',
  urls: 'kept',
  policies: 'kept',
  unsetModules: 'null',
  references: 'list',
  absentInUpdate: 'kept',
  pageSize: 100,
  drops: [],
  needsOidcSecret: false,
  doubles: 'refused',
  lag: 0,
};

/** A fault of one request. `*-before`: it is not carried out. `late`: it is carried out some requests later. */
export type Fault =
  | { readonly does: 'lose-before' | 'lose-after' }
  | { readonly does: 'late'; readonly requests: number }
  | {
      readonly does: 'answer';
      readonly status: number;
      readonly retryAfter?: string;
      readonly done: boolean;
    };

export interface FaultRule {
  readonly method: string;
  /** The number of the request among those with this method since the rules were set, from 1. */
  readonly nth: number;
  readonly fault: Fault;
}
