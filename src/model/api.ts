import type { KindName } from '../kinds/kind.ts';
import type { JsonObject } from './value.ts';

/** Which object: the ids that are in a path. */
export interface ObjectKey {
  readonly kind: KindName;
  readonly id: string;
  /** Of a route. */
  readonly edge_id?: string;
}

/** Who looks on while requests are sent: a status line, a log. Never told a header or a body. */
export interface RequestWatch {
  /** A request will be sent. */
  readonly asked: (isRead: boolean) => void;
  /** One was answered, or not (`status` undefined). `path` has ids and the query of a next page. */
  readonly exchanged: (exchange: {
    readonly method: string;
    readonly path: string;
    readonly status: number | undefined;
    readonly milliseconds: number;
  }) => void;
  /** It has ended, well or not: it is not sent again. */
  readonly ended: (isRead: boolean) => void;
  /** A request is sent again after so many milliseconds, because the service takes no more for now (429, 503). */
  readonly waiting: (milliseconds: number) => void;
}

/** The reading half of the API: all that lint, plan and pull are ever handed. Methods throw `ApiError`. */
export interface ReadApi {
  /** Scheme, host and port, for messages and the ledger. */
  readonly origin: string;
  /** All pages. Only kinds that have a list operation. */
  readonly list: (kind: KindName) => Promise<readonly JsonObject[]>;
  /** `undefined` for 404. */
  readonly get: (key: ObjectKey) => Promise<JsonObject | undefined>;
}

/** The writing half; only `apply` is handed one. Bodies are JSON text so that what was planned is what is sent. */
export interface WriteApi extends ReadApi {
  readonly create: (kind: KindName, parent: string | undefined, body: string) => Promise<JsonObject>;
  readonly update: (key: ObjectKey, body: string) => Promise<JsonObject>;
  readonly delete: (key: ObjectKey) => Promise<void>;
}
