import type { Json, Path } from '../value.ts';

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

/** Something that the simulation would have to guess. */
export interface Unknown {
  /** `not-computed`: documented, but not exactly enough. */
  readonly why: 'not-given' | 'undocumented' | 'not-computed' | 'expression-fails' | 'unreadable' | 'limit';
  /** The variable, setting or expression, as written. */
  readonly of: string;
  /** The key of a test that decides it, such as `given.signature`; absent if none can. */
  readonly give?: string;
  /** It is a text that is not empty. */
  readonly isSomeText?: true;
  /** Of a status: it is that of an error. */
  readonly isError?: true;
}

/** A fact of a test that the request, the resource or the policy contradicts. */
export type Contradiction =
  /** The request has no token in the place where the action looks: `authorization`, after `Bearer `. */
  | {
      readonly code: 'no-token';
      readonly give: 'given.jwt';
      readonly part: 'header' | 'body';
      readonly name: string;
      readonly prefix: string;
      /** The text in that place is not a token. */
      readonly isMalformed?: true;
    }
  /** The token of the request says something else. */
  | { readonly code: 'other-token'; readonly give: 'given.jwt'; readonly name: string }
  | { readonly code: 'no-credentials'; readonly give: 'given.basic_auth' }
  /** The header in which the provider of a webhook sends its signature is missing. */
  | {
      readonly code: 'no-signature';
      readonly give: 'given.signature';
      readonly provider: string;
      readonly header: string;
    }
  /** The user has logged in at a provider that is not asked. */
  | {
      readonly code: 'other-provider';
      readonly give: 'given.login';
      readonly provider: string;
      readonly providers: readonly string[];
    }
  /** The request and the files decide it, and otherwise. */
  | {
      readonly code: 'decided';
      readonly give: 'given.basic_auth' | 'given.ip_restriction';
      readonly by: string;
      readonly is: 'refused' | 'allowed';
    }
  /** A call such as `rand.int(0, 5)` does not return that number. */
  | {
      readonly code: 'out-of-range';
      readonly give: 'given.random';
      readonly number: number;
      readonly call: string;
      /** The numbers that it returns, in words. */
      readonly returns: string;
    }
  /** A connection without TLS shows no certificate. */
  | { readonly code: 'not-encrypted'; readonly give: 'given.client_certificate' };

export type Knowable<Value> = Value | { readonly unknown: Unknown };

export function isUnknownValue(value: unknown): value is { readonly unknown: Unknown } {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'unknown');
}

/** Where something of a resource is written: a path in its spec, and further inside of its policy. */
export interface SimulationPlace {
  readonly address: string;
  readonly path: Path;
  readonly inside?: Path;
}

/** A difference that a step makes. A header without a value is removed. */
export type MessageChange =
  | {
      readonly code: 'header';
      readonly of: 'request' | 'response';
      readonly name: string;
      readonly value?: Knowable<string>;
    }
  | { readonly code: 'url'; readonly of: 'request'; readonly value: Knowable<string> }
  | { readonly code: 'body'; readonly of: 'request' | 'response' }
  | { readonly code: 'variable'; readonly name: string };

/** A step on the way of a request. */
export type SimulationEvent =
  | { readonly code: 'selected'; readonly address: string; readonly edge?: string }
  /** `bindings` are those of endpoints with the URL, none of which the client comes by. */
  | { readonly code: 'nothing-serves'; readonly url: string; readonly bindings?: readonly string[] }
  /** A module that is switched off. */
  | { readonly code: 'off'; readonly by: string; readonly at: SimulationPlace }
  /** A module or an action let the request pass, or changed nothing of it. */
  | { readonly code: 'passed'; readonly by: string; readonly at: SimulationPlace }
  | {
      readonly code: 'changed';
      readonly by: string;
      readonly changes: readonly MessageChange[];
      readonly at: SimulationPlace;
    }
  | { readonly code: 'matched'; readonly rule: string; readonly at: SimulationPlace }
  /** `because` is the first expression that is false, or that fails. */
  | {
      readonly code: 'not-matched';
      readonly rule: string;
      readonly because: string;
      readonly at: SimulationPlace;
    }
  /** The request got its response, or was refused; without a status, the connection is closed. */
  | {
      readonly code: 'ended';
      readonly by: string;
      readonly status?: Knowable<number>;
      readonly at: SimulationPlace;
    }
  | {
      readonly code: 'asked';
      readonly by: string;
      readonly providers: readonly string[];
      readonly at: SimulationPlace;
    }
  | {
      readonly code: 'forwarded';
      readonly url: string;
      readonly to?: string;
      readonly at: SimulationPlace;
    }
  | { readonly code: 'loop'; readonly to: string; readonly at: SimulationPlace }
  /** A backend, or the upstream of an endpoint, got the request. A connection without HTTP has no status. */
  | {
      readonly code: 'reached';
      readonly upstream: string;
      readonly status?: Knowable<number> | 'offline';
    }
  /** The service responds with an error of its own: `of` says of what. */
  | { readonly code: 'failed'; readonly of: string }
  /** The way is not known any further. */
  | { readonly code: 'lost'; readonly unknown: Unknown; readonly at: SimulationPlace }
  /** An unknown fact, and what was assumed of it in this outcome. */
  | {
      readonly code: 'undecided';
      readonly unknown: Unknown;
      readonly assumed: boolean;
      readonly at?: SimulationPlace;
    };

/** By lower-case name, in order of appearance. */
export type HeaderValues = ReadonlyMap<string, readonly Knowable<string>[]>;

/** The response to one request, if unknown facts are as the events assume. */
export interface SimulatedOutcome {
  readonly events: readonly SimulationEvent[];
  /** The last resource that the request reached. */
  readonly servedBy?: string;
  /** Nothing serves the host of the request, so that there is nothing to connect to. */
  readonly isHostUnserved?: true;
  /** The fact without which the way of the request is not known; nothing else of the outcome is. */
  readonly lost?: Unknown;
  /** The URLs of internal endpoints, in order. */
  readonly forwardedTo: readonly string[];
  /** The name or id of the backend that got the request. */
  readonly backend?: string;
  readonly connection: 'open' | 'refused';
  readonly status?: Knowable<number>;
  /** The module or action that asked for a login, and the providers it offers. */
  readonly login?: { readonly by: string; readonly providers: readonly string[] };
  /** The module or action that refused the request. */
  readonly refusedBy?: string;
  /** The request as an upstream got it; absent if none did. */
  readonly request?: {
    readonly url: Knowable<string>;
    readonly headers: HeaderValues;
    readonly body: Knowable<string>;
  };
  readonly response?: { readonly headers: HeaderValues; readonly body: Knowable<string> };
  /** Facts of the test that cannot be. */
  readonly contradictions?: readonly Contradiction[];
  /** The last place that ended or forwarded the request. */
  readonly decidedAt?: SimulationPlace;
}
