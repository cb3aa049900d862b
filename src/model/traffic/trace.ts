import type { KindName } from '../../kinds/kind.ts';
import type { PlanOrigin } from '../plan/change.ts';
import type { Address } from '../workspace/address.ts';
import type { GotFact } from './got.ts';
import type { MessageChange, SimulatedOutcome, SimulationEvent } from './simulation.ts';
import type { Unknown } from './unknown.ts';
import type { Contradiction } from './contradiction.ts';

/**
 * The reason why a resource serves a request or does not. `match`, `path` and `host` are as written; `report/trace`
 * prints them on one line, truncated if they are long.
 */
export type TraceReason =
  // The resource takes the request.
  | { readonly code: 'takes-exact'; readonly match: string; readonly host: string }
  | { readonly code: 'takes-prefix'; readonly match: string; readonly path: string; readonly host: string }
  // A route of the same edge does not take it.
  | { readonly code: 'match-unreadable' | 'exact-wins' | 'not-compared' }
  | { readonly code: 'other-host'; readonly host: string }
  | { readonly code: 'other-path' | 'prefix-elsewhere'; readonly match: string; readonly path: string }
  | { readonly code: 'longer-wins'; readonly pattern: string }
  // An endpoint or TLS edge at the same host does not take it.
  | { readonly code: 'other-port'; readonly listens: number; readonly port: number }
  | { readonly code: 'other-scheme'; readonly url: string; readonly scheme: string }
  | { readonly code: 'closer-host-wins'; readonly host: string }
  | { readonly code: 'host-taken' };

/** Whether the resource matches the request as well and only loses to the one that serves it. */
export function isClose({ code }: TraceReason): boolean {
  return code === 'exact-wins' || code === 'longer-wins';
}

/** The reason why an edge or endpoint gets the requests of a host, or why that is unknown. */
export type TraceWay =
  | { readonly code: 'edge-named' | 'hosts-unknown' }
  | { readonly code: 'edge-listens'; readonly host: string }
  | { readonly code: 'listens'; readonly host: string; readonly port: number }
  /** `by` is a route of the edge. */
  | { readonly code: 'host-named'; readonly by: string }
  | {
      readonly code: 'nothing-listens';
      readonly scheme: string;
      readonly host: string;
      readonly port: number;
    }
  | { readonly code: 'edge-unknown'; readonly edge: string };

/** The request to trace. It is not sent, only compared with the matches of routes and endpoints. */
export interface TraceRequest {
  /** As the user wrote it. */
  readonly url: string;
  /** In upper case. */
  readonly method: string;
  /** The values of each header as sent, in order, by lower-case name. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly target: TraceTarget;
  /** Normalized, without the query; `/` for a URL without a path. */
  readonly path: string;
}

/** A host and port, or an HTTPS edge named directly, regardless of its hosts. */
export type TraceTarget =
  | { readonly type: 'host'; readonly scheme: string; readonly host: string; readonly port: number }
  /** A name in `ids` without its `https-edge/`, or an id. */
  | { readonly type: 'edge'; readonly name: string };

export interface TracedSide {
  readonly side: 'desired' | 'live';
  /** One answer if the resource behind the host is known; otherwise one for each HTTPS edge that may have it. */
  readonly answers: readonly TraceAnswer[];
}

/** The resource that gets the requests for a URL, and why. */
export interface TraceSelection {
  /** The HTTPS edge with the compared routes. */
  readonly edge?: string;
  /** Whether the edge only may have the host. */
  readonly isAssumed: boolean;
  readonly because: TraceWay;
  /** Several if they have the very same match; none if the request is not served. */
  readonly servers: readonly TraceServer[];
  /** Other resources at this host or edge, and why they do not serve the request. */
  readonly others: readonly { readonly address: Address; readonly reason: TraceReason }[];
}

export interface TraceAnswer extends TraceSelection {
  readonly way: RequestWay;
}

export interface TraceServer {
  readonly address: Address;
  readonly kind: KindName;
  readonly id?: string;
  readonly origin?: PlanOrigin;
  /** The reason why a route takes the request; undefined for other kinds. */
  readonly reason: TraceReason | undefined;
  /**
   * False for a route or an edge without backend and policy: it takes the request from all others and serves nothing.
   */
  readonly doesAnswer: boolean;
}

/** The way of a request through modules and policies to its response. */
export interface RequestWay {
  /** In order. Where facts are missing, the steps of the longest way that is possible. */
  readonly steps: readonly WayStep[];
  /** All that the request may get; several only if facts are missing. */
  readonly results: readonly GotFact[];
  /** The facts without which the result is not known. */
  readonly missing: readonly Unknown[];
  readonly contradictions: readonly Contradiction[];
  /** At the end of these steps. */
  readonly outcome: SimulatedOutcome;
  /** The changes of these steps that an upstream and the client see; unknown where a missing fact decides. */
  readonly changes: readonly MessageChange[];
}

export type WayStep = SimulationEvent & {
  /** Where it is declared. */
  readonly origin?: PlanOrigin;
  /** Of an unknown fact: what the request may get if it is not as assumed; empty if that makes no difference. */
  readonly otherwise?: readonly GotFact[];
};
