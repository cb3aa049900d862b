import type { Exchange } from '../api.ts';

/** A fact about a piece of work; names are those of OpenTelemetry where it has one. */
export type WorkFacts = Readonly<Record<string, string | number | undefined>>;

/** Follows a run from outside, for metrics and spans. Nothing depends on it. */
export interface RunObserver {
  /** The environment that everything after it is about. */
  readonly begins?: (about: RunSubject) => void;
  /** Each attempt of a request to the API. */
  readonly exchanged?: (exchange: Exchange) => void;
  /** Does a piece of work and measures it. */
  readonly within?: <Result>(name: string, facts: WorkFacts, work: () => Promise<Result>) => Promise<Result>;
}

export interface RunSubject {
  readonly environment: string;
  /** Of the workspace; undefined if edgewright.yaml has none. */
  readonly lineage: string | undefined;
}
