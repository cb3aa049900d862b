import type { Json } from '../value.ts';
import type { Knowable } from './unknown.ts';
import type { SimulationPlace } from './simulation.ts';

/** A request whose effect is simulated, and the facts about it that no file can know. */
export interface RequestFacts {
  readonly method: string;
  /** As written; a name of an edge in place of the host is accepted as `trace` does. */
  readonly url: string;
  /** The values of each header as sent, in order, by lower-case name; `$(secret:NAME)` stands for the secret. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Unknown: it has not been read. */
  readonly body?: Knowable<string>;
  readonly from: ClientFacts;
  readonly given: GivenFacts;
  readonly observed?: ObservedFacts;
}

/**
 * Facts of a request that is really made, which no test can know. They are asked for where a step needs them, and are
 * the same each time for one request; undefined: as `given` says.
 */
export interface ObservedFacts {
  /** How an upstream answered: a backend, the URL of an internal endpoint, or the address of a resource. */
  readonly answerOf: (upstream: string) => GivenResponse | 'offline' | undefined;
  /** Whether the request is above a limit. `key`: the values by which requests are counted. */
  readonly isLimited: (limit: ObservedSettings & { readonly key: string }) => boolean;
  /** Whether a circuit breaker is open. */
  readonly isOpen: (breaker: ObservedSettings) => boolean;
  /** Whether the provider of a webhook has signed the request. */
  readonly isSigned: (webhook: { readonly provider: string; readonly secret: string }) => boolean | undefined;
  /** Whether a token is signed with a key of these sets. */
  readonly isVerified: (token: {
    readonly text: string;
    readonly keySets: readonly string[];
  }) => boolean | undefined;
  /** A number from 0 up to 1, for each call by its order of use. */
  readonly random: (call: number) => number;
}

/** A module or an action, and how it is set. */
export interface ObservedSettings {
  readonly at: SimulationPlace;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Facts about the client. A fact that is left out is unknown, but for the address. */
export interface ClientFacts {
  readonly ip?: string;
  readonly port?: number;
  /** The two-letter code. */
  readonly country?: string;
  readonly continent?: string;
  readonly city?: string;
  readonly subdivision?: string;
  readonly timezone?: string;
  readonly is_eu?: boolean;
  /** The binding of an endpoint that the client can reach; `public` if left out. */
  readonly binding?: string;
  /** `from: here`: the machine that runs the test, of which no file knows the address. */
  readonly isHere?: true;
}

/** The keys of a login that decide who may pass; others are read by expressions alone. */
export interface LoginFacts {
  readonly provider?: string;
  readonly email?: string;
  readonly name?: string;
  readonly id?: string;
  readonly groups?: readonly string[];
  readonly teams?: readonly string[];
  readonly organizations?: readonly string[];
}

export interface GivenResponse {
  readonly status?: number;
  /** A value, or the values of a header that comes several times. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Knowable<string>;
}

/** The values of headers by lower-case name: names in two spellings, and lists, are one header with several values. */
export function headerLists(
  headers: Readonly<Record<string, string | readonly string[]>>,
): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, readonly string[]>();
  for (const [written, values] of Object.entries(headers)) {
    const name = written.toLowerCase();
    lists.set(name, [...(lists.get(name) ?? []), ...(typeof values === 'string' ? [values] : values)]);
  }
  return lists;
}

/** Facts that a test gives because they are decided outside of the files. */
export interface GivenFacts {
  readonly login?: LoginFacts | 'none';
  readonly upstream?: GivenResponse | 'offline';
  readonly signature?: 'valid' | 'invalid';
  readonly basic_auth?: 'valid' | 'invalid';
  readonly jwt?: {
    readonly valid?: boolean;
    readonly claims?: Readonly<Record<string, Json>>;
    readonly header?: Readonly<Record<string, Json>>;
  };
  readonly client_certificate?: Readonly<Record<string, Json>> | 'none';
  readonly rate_limit?: 'exceeded' | 'within';
  readonly circuit_breaker?: 'open' | 'closed';
  readonly firewall?: 'pass' | 'block';
  readonly ip_categories?: readonly string[];
  /** The networks of IP policies, by name in `ids` or id. */
  readonly ip_policies?: Readonly<Record<string, readonly string[]>>;
  /** Whether the client's address is admitted, where it cannot be computed. */
  readonly ip_restriction?: 'allowed' | 'refused';
  /** Responses to requests of a policy of its own, by URL. */
  readonly http_request?: Readonly<Record<string, GivenResponse | 'failed'>>;
  /** The HTTPS edge of a host, where the files do not tell it: `https-edge/main`. */
  readonly edge?: string;
  /** RFC 3339. */
  readonly now?: string;
  /** Stand-ins for secrets: `NAME` of `$(secret:NAME)`, or `vault/name`. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** The random number of all calls, or those of the calls in order of use. */
  readonly random?: number | readonly number[];
  /** Values of variables of the policy language, by full name. */
  readonly variables?: Readonly<Record<string, Json>>;
  /** The status of responses that the service makes of which no documentation names it. */
  readonly error_status?: number;
}
