import type { KindName } from '../kinds/kind.ts';
import type { JsonObject } from './value.ts';

export interface ObjectKey {
  readonly kind: KindName;
  readonly id: string;
  /** Set for routes only. */
  readonly edge_id?: string;
}

/** One attempt of a request. `status` is undefined without a response. */
export interface Exchange {
  readonly method: string;
  /** With ids and the query of a next page. */
  readonly path: string;
  /** Without them, such as `/endpoints/{id}`. */
  readonly template: string;
  /** Counts from 1. */
  readonly attempt: number;
  readonly status: number | undefined;
  readonly milliseconds: number;
}

/** Observer of requests, for a status line or a log. It never sees headers or bodies. */
export interface RequestWatch {
  /** Called before so many requests are sent. */
  readonly asked: (isRead: boolean, count: number) => void;
  /** Called after each attempt. */
  readonly exchanged: (exchange: Exchange) => void;
  /** Called when a request has finished, successfully or not: it is not retried. */
  readonly ended: (isRead: boolean) => void;
  /** Called when a request will be retried after this delay, because the service limits requests (429, 503). */
  readonly waiting: (milliseconds: number) => void;
}

/** The read half of the API, the only one that lint, plan and pull get. Methods throw `ApiError`. */
export interface ReadApi {
  /** Scheme, host and port, for messages and the ledger. */
  readonly origin: string;
  /**
   * Milliseconds to add to our clock for that of the service, which all machines share; undefined as long as no
   * response told it.
   */
  readonly skew: () => number | undefined;
  /**
   * All pages of a list; only for kinds that have a list operation. With `as`, each object is converted when its page
   * arrives: the responses may take much more memory than what is kept of them.
   */
  readonly list: <Item = JsonObject>(
    kind: KindName,
    as?: (answer: JsonObject) => Item,
  ) => Promise<readonly Item[]>;
  /** `undefined` if the API returned 404. */
  readonly get: (key: ObjectKey) => Promise<JsonObject | undefined>;
  /** Many objects, in the order of their keys, each converted when its response arrives. */
  readonly getMany: <Item>(
    keys: readonly ObjectKey[],
    as: (answer: JsonObject | undefined, key: ObjectKey) => Item,
  ) => Promise<readonly Item[]>;
}

/** Called right before each sending of a request, also of a repeated one. If it rejects, nothing is sent any more. */
export type BeforeSending = () => Promise<void>;

/** The write half; only `apply` gets it. Bodies are JSON text, so that the planned bytes are the ones sent. */
export interface WriteApi extends ReadApi {
  /** How many writes may be in flight: it follows the responses of the service. */
  readonly writesAtOnce: () => number;
  readonly create: (
    kind: KindName,
    parent: string | undefined,
    body: string,
    before?: BeforeSending,
  ) => Promise<JsonObject>;
  readonly update: (key: ObjectKey, body: string, before?: BeforeSending) => Promise<JsonObject>;
  readonly delete: (key: ObjectKey, before?: BeforeSending) => Promise<void>;
}
