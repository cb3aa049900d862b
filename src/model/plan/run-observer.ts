import type { Exchange } from '../api.ts';

/** Follows a run from outside, for metrics and spans. Nothing depends on it. */
export interface RunObserver {
  /** The environment that everything after it is about. */
  readonly begins?: (about: RunSubject) => void;
  /** Each attempt of a request to the API. */
  readonly exchanged?: (exchange: Exchange) => void;
}

export interface RunSubject {
  readonly environment: string;
  /** Of the workspace; undefined if edgewright.yaml has none. */
  readonly lineage: string | undefined;
}
