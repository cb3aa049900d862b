/**
 * Why a resource serves a request, or does not. `match`, `path` and `host` are as they are written; `report/trace` says
 * them, on one line and cut where they are long.
 */
export type TraceReason =
  // It takes the request.
  | { readonly code: 'takes-exact'; readonly match: string; readonly host: string }
  | { readonly code: 'takes-prefix'; readonly match: string; readonly path: string; readonly host: string }
  // A route of the same edge does not.
  | { readonly code: 'match-unreadable' | 'exact-wins' | 'not-compared' }
  | { readonly code: 'other-host'; readonly host: string }
  | { readonly code: 'other-path' | 'prefix-elsewhere'; readonly match: string; readonly path: string }
  | { readonly code: 'longer-wins'; readonly pattern: string }
  // An endpoint or TLS edge at the same host does not.
  | { readonly code: 'other-port'; readonly listens: number; readonly port: number }
  | { readonly code: 'other-scheme'; readonly url: string; readonly scheme: string }
  | { readonly code: 'closer-host-wins'; readonly host: string }
  | { readonly code: 'host-taken' };

/** Whether something takes the request too, and loses only to what serves it. */
export function isClose({ code }: TraceReason): boolean {
  return code === 'exact-wins' || code === 'longer-wins';
}
