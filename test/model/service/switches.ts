/** In what services may differ where api.md is silent. Each switch is a promise that the client must not rely on. */
export interface Switches {
  /** What fields read back as that a write left out. */
  readonly defaults: 'none' | 'zero' | 'service';
  /** How a secret reads back. */
  readonly secrets: 'clear' | 'null' | 'absent' | 'empty' | 'stars' | 'bullets' | 'prefix';
  /** In what order lists and keys read back. */
  readonly order: 'kept' | 'reversed' | 'sorted';
  readonly headers: 'kept' | 'lower' | 'canonical';
  readonly urls: 'kept' | 'lower' | 'no-port' | 'with-port';
  readonly policies: 'kept' | 'indented';
  /** Modules that are not set. */
  readonly unsetModules: 'null' | 'absent';
  /** 2.7 says Ref where the write form has a list. */
  readonly references: 'list' | 'single';
  /** What an update does to plain fields that it does not name. */
  readonly absentInUpdate: 'kept' | 'cleared';
  /** Answers at most so many objects a page; now and then an empty page with a next one. */
  readonly pageSize: number;
  /** Fields or modules that are taken without a word and not kept. */
  readonly drops: readonly string[];
  readonly needsOidcSecret: boolean;
  /** A second route with the selector of another. */
  readonly doubles: 'refused' | 'taken';
  /** How many requests later a write is seen by reads and lists. */
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

/** What happens to one request. `*-before`: it was not done. `late`: it is done some requests later. */
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
  /** Which of the requests with this method since the rules were set, from 1. */
  readonly nth: number;
  readonly fault: Fault;
}
