import type { References } from './objects/references.ts';
import type { SecretEcho } from './objects/secret-echo.ts';
import type { Store } from './state/store/store.ts';

/** How the server decides where the API's description is silent. */
export interface Behaviour {
  /** How secrets read back. */
  readonly secrets: SecretEcho;
  /** What the absence of a field that is not a module means in an update. */
  readonly absentInUpdate: 'kept' | 'reset';
  readonly webhookProvidersWithoutSecret: readonly string[];
}

/** What every operation works with. */
export interface Context {
  readonly store: Store;
  readonly references: References;
  readonly behaviour: Behaviour;
  /** Now, as the API writes it: RFC 3339, UTC, whole seconds. */
  readonly now: () => string;
  /** The id of a new object with this serial: the prefix and 27 base62 digits. */
  readonly newId: (prefix: string, serial: number) => string;
}

/** A request, as far as an operation cares. */
export interface ApiRequest {
  /** Scheme, host and port that the caller used: absolute uris start with it. */
  readonly origin: string;
  /** The values of the path's placeholders, decoded. */
  readonly ids: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  /** The body as text; empty where there is none. */
  readonly body: string;
  /** By how many changes a list is behind: more than 0 only where that fault was asked for. */
  readonly behind: number;
}
