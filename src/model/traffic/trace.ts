import type { EffectFact, TraceReason, TraceWay } from '../facts/trace.ts';
import type { PlanOrigin } from '../plan/change.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Address } from '../workspace.ts';

/** A request that is asked about. Nothing is sent: it is compared with what routes and endpoints say they take. */
export interface TraceRequest {
  /** As it was written. */
  readonly url: string;
  /** In capitals. */
  readonly method: string;
  /** Names in small letters. */
  readonly headers: ReadonlyMap<string, string>;
  readonly target: TraceTarget;
  /** In normal form, without a query; `/` for a URL without one. */
  readonly path: string;
}

/** A place, or an HTTPS edge named outright, whatever its hosts are. */
export type TraceTarget =
  | { readonly type: 'host'; readonly scheme: string; readonly host: string; readonly port: number }
  /** A name in `ids` without its `https-edge/`, or an id. */
  | { readonly type: 'edge'; readonly name: string };

/** What one side says to a request. */
export interface TracedSide {
  readonly side: 'desired' | 'live';
  /** One where it is known who takes the host; one for each HTTPS edge that may have it where nothing says which. */
  readonly answers: readonly TraceAnswer[];
}

export interface TraceAnswer {
  /** The HTTPS edge whose routes are compared. */
  readonly edge?: string;
  /** Whether the edge is only one that may have the host. */
  readonly isAssumed: boolean;
  readonly because: TraceWay;
  /** Several where they claim the very same; none: it is not served. */
  readonly servers: readonly TraceServer[];
  /** Where their policies forward the request, and so on from there; those of an endpoint once. */
  readonly forwards: readonly TraceForward[];
  /** What else is at this host or edge, and why it does not serve the request. */
  readonly others: readonly { readonly address: Address; readonly reason: TraceReason }[];
}

export interface TraceServer {
  readonly address: Address;
  readonly kind: KindName;
  readonly id?: string;
  readonly origin?: PlanOrigin;
  /** How a route takes the request; undefined of anything else. */
  readonly reason: TraceReason | undefined;
  /** False for a route or an edge without a backend and a policy: it keeps the request from all others. */
  readonly doesAnswer: boolean;
  /** The login modules that this very request meets. */
  readonly login: readonly string[];
  /** What decides who may pass, in the API's order; `traffic_policy` where it keeps requests out (our model). */
  readonly protection: readonly string[];
  /** In the order of API 2.4 and 2.5, which do not say in which order they act. */
  readonly modules: readonly ModuleEffect[];
}

/** A `forward-internal` of a traffic policy, from one address to an endpoint. */
export interface TraceForward {
  readonly from: Address;
  /** Where it listens; absent where the policy puts the URL together, or it cannot be read. */
  readonly url?: string;
  /** The expressions of its rule, which are not evaluated. */
  readonly when: readonly string[];
  /** It has no expressions, and nothing before it can end the request. */
  readonly isCertain: boolean;
  /** Who serves that URL. */
  readonly server?: TraceServer;
  /** Why it does not go on: back to an endpoint it came from, nothing serves the URL, or the URL is not known. */
  readonly ends?: 'loop' | 'unserved' | 'unknown';
}

/** What a module means for one request: decides who passes, does something, does nothing for this one, is disabled. */
export interface ModuleEffect {
  readonly module: string;
  readonly does: 'guards' | 'acts' | 'idle' | 'off';
  readonly fact: EffectFact;
}

/** Who serves a URL, as far as two sides are compared by it. */
export interface Served {
  readonly edge?: string;
  readonly by: readonly string[];
  /** Where no one answers: who keeps it from all others. */
  readonly occupiedBy?: string;
  readonly login: readonly string[];
  readonly protection: readonly string[];
  readonly forwards: readonly ServedForward[];
}

/** A forward as far as two sides are compared by it. */
export interface ServedForward extends Pick<TraceForward, 'from' | 'url' | 'when' | 'isCertain' | 'ends'> {
  readonly to?: Address;
  /** Of the endpoint that it leads to. */
  readonly protection: readonly string[];
}

/** A URL of a corpus on two sides, or on one. */
export interface CorpusLine {
  /** From 1. */
  readonly line: number;
  readonly url: string;
  readonly method: string;
  readonly before?: readonly Served[];
  readonly after: readonly Served[];
  /** What is different: who serves it, whether a login or another protection is before it, or how those are set. */
  readonly changes: readonly ('server' | 'login' | 'protection' | 'settings')[];
  /** Of `settings`: what is set otherwise. */
  readonly settings?: readonly string[];
}
