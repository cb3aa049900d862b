/** The agreement between `edgewright dev` and the commands beside it. */

/** The file beside edgewright.yaml that says what is so on one machine, such as the hosts of edges. */
export const devFileName = 'edgewright.dev.yaml';

/** Headers of requests to `dev`, which no upstream gets, and the header in which it tells an outcome. */
export const devHeaders = {
  ip: 'edgewright-ip',
  given: 'edgewright-given',
  outcome: 'edgewright-outcome',
  /** The names of headers of the response that are left out, because their values are not known. */
  notKnown: 'edgewright-not-known',
} as const;

/** Where `dev` says which environment it serves, as JSON: `{ "environment": "staging" }`. */
export const devAboutPath = '/edgewright-dev.json';

/** The part of an outcome that no client sees, as `dev` tells it to a client that chooses facts. */
export interface DevOutcome {
  readonly served_by?: string;
  readonly backend?: string;
  readonly forwarded_to: readonly string[];
  readonly refused_by?: string;
  readonly login?: { readonly by: string; readonly providers: readonly string[] };
  /** Undefined: no documentation names it, and the one of the response is only likely. */
  readonly status?: number;
  /** Of the response: as the edge sends it, not known, or a page of `dev` in place of an empty one. */
  readonly body: 'sent' | 'unknown' | 'empty';
  /** The headers that an upstream gets; `null` stands for a value that is secret or not known. */
  readonly request_headers?: Readonly<Record<string, readonly (string | null)[]>>;
  /** Nothing serves the host. */
  readonly is_unserved?: true;
  /** Why there is no outcome. */
  readonly undecided?: string;
}
