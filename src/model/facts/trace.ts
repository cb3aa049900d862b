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
