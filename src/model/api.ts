import type { KindName } from '../kinds/kind.ts';
import type { JsonObject } from './value.ts';

/** Which object: the ids that stand in a path. */
export interface ObjectKey {
  readonly kind: KindName;
  readonly id: string;
  /** Of a route. */
  readonly edge_id?: string;
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
