/** All that serving any request needs. */
import type { GotFact } from '../model/traffic/got.ts';
import type { DevMemory } from './dev-memory.ts';
import type { DevSite } from './dev-site.ts';
import type { DevProxy } from './answer/local-proxy.ts';
import type { ChosenFacts } from './request/facts-of-request.ts';

/** The facts of a header, or why they are none. */
export type ReadFacts = (text: string) => ChosenFacts | { readonly problem: string };

export interface DevServing {
  /** The last state of the files that has no error. */
  readonly site: () => DevSite;
  /** The errors of a newer state. */
  readonly problem: () => string | undefined;
  readonly memory: DevMemory;
  readonly proxy: DevProxy;
  readonly readFacts: ReadFacts;
  /** The document at a URL of a key set; undefined if it cannot be read. */
  readonly fetchKeySet: (url: string) => Promise<unknown>;
  /** Writes the first of these as a test that gets what the request got; the sentence that tells of it. */
  readonly saveTest: (site: DevSite, candidates: readonly TestCandidate[]) => string;
  readonly now: () => Date;
  readonly elapsed: () => number;
  /** A line for the terminal. */
  readonly tell: (line: string) => void;
  /** The secret part of the addresses of the pages that tell of requests. */
  readonly token: string;
  readonly port: () => number;
  readonly place: DevPlace;
  readonly mayComeFromElsewhere: boolean;
}

/** Where the server listens, as it is written in addresses. */
export interface DevPlace {
  /** In the addresses of its pages: `localhost`, or the loopback address that `--listen` names. */
  readonly name: string;
  /** In `--resolve`: `127.0.0.1`. */
  readonly address: string;
}

/** A request and its facts, as a test has them. */
export interface TestCandidate {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | undefined;
  readonly facts: ChosenFacts;
  /** The results of the request that was made. */
  readonly results: readonly GotFact[];
}
