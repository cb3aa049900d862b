import type { Path } from '../value.ts';
import type { Unknown, Knowable } from './unknown.ts';
import type { Contradiction } from './contradiction.ts';

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
