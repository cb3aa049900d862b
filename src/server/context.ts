import type { KindName } from '../kinds/kind.ts';
import type { JsonObject } from '../model/value.ts';
import type { Answer } from './http/answer.ts';
import type { References } from './objects/check-references.ts';
import type { SecretEcho } from './objects/secret-echo.ts';
import type { Store } from './state/store/store.ts';
import type { Problem } from './objects/body-problem.ts';

/** The server's behavior where the API's description is silent. */
export interface Behaviour {
  /** The form of secrets in responses. */
  readonly secrets: SecretEcho;
  /** The meaning of an absent field in an update, except for modules. */
  readonly absentInUpdate: 'kept' | 'reset';
}

/** The environment of every operation. */
export interface Context {
  readonly store: Store;
  readonly references: References;
  readonly behaviour: Behaviour;
  /** The current time in the API's format: RFC 3339, UTC, whole seconds. */
  readonly now: () => string;
  /** The id of a new object with this serial: the prefix and 27 base62 digits. */
  readonly newId: (prefix: string, serial: number) => string;
}

/** The problems of a body whose shape is valid. */
export type BodyCheck = (kind: KindName, body: JsonObject) => readonly Problem[];

/** The error response for the traffic policy of an object that is about to be stored. */
export type SavedPolicyCheck = (kind: KindName, spec: JsonObject) => Answer | undefined;

export interface Checks {
  readonly checkBody: BodyCheck;
  readonly checkPolicy: SavedPolicyCheck;
}

/** The environment of a write. */
export type CheckingContext = Context & Checks;

/** The part of a request that operations need. */
export interface ApiRequest {
  /** Scheme, host and port in the request: absolute URIs start with it. */
  readonly origin: string;
  /** The decoded values of the path's placeholders. */
  readonly ids: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  /** The body as text; empty without one. */
  readonly body: string;
  /** Number of latest changes missing from a list: above 0 only with the fault `stale-list`. */
  readonly behind: number;
}
