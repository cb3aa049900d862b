import type { Place } from '../document.ts';
import { secretNamesIn } from '../secret-reference.ts';
import type { SimulatedOutcome } from './simulation.ts';
import type { GotFact } from './got.ts';
import type { Unknown } from './unknown.ts';
import type { Contradiction } from './contradiction.ts';
import type { RequestFacts } from './request-facts.ts';

/** A value without parts. */
export type PlainValue = string | number | boolean | null;

/** The value of a header, or all of its values in order; `null`: it is absent. */
export type ExpectedHeader = PlainValue | readonly string[];

/** An expected outcome; only what it names is compared. `null`: the header is absent. */
export interface RequestExpectation {
  readonly status?: number;
  readonly location?: string;
  /** A provider; true for any, false for none. */
  readonly login?: string | boolean;
  readonly served_by?: string;
  readonly forwarded_to?: string;
  readonly backend?: string;
  readonly request_headers?: Readonly<Record<string, ExpectedHeader>>;
  readonly response_headers?: Readonly<Record<string, ExpectedHeader>>;
  readonly body?: string;
  readonly refused_by?: string;
  readonly connection?: 'refused';
}

export interface RequestTest {
  /** Of a request of `each`, the name of the test and the request. */
  readonly name: string;
  /** The name of the test with `each` whose request it is. */
  readonly table?: string;
  readonly place: Place;
  /** Undefined: every environment that has a resource for the URL. */
  readonly environments: readonly { readonly name: string; readonly place: Place }[] | undefined;
  readonly facts: RequestFacts;
  readonly requestPlace: Place;
  readonly expect: RequestExpectation;
  readonly expectPlaces: Readonly<Record<string, Place>>;
  readonly givenPlaces: Readonly<Record<string, Place>>;
  /** `always`: also a method that may change something; absent: GET, HEAD and OPTIONS alone. */
  readonly send?: 'always' | 'never';
}

/** The names of the secrets in the headers of a test, each once. */
export function secretsOfTest({ facts: { headers } }: Pick<RequestTest, 'facts'>): readonly string[] {
  return [...new Set([...headers.values()].flat().flatMap(secretNamesIn))];
}

/** A difference between what is expected and what a test gets. Absent values are undefined. */
export interface Mismatch {
  readonly key: keyof RequestExpectation;
  readonly header?: string;
  readonly expected: ExpectedHeader;
  readonly got: ExpectedHeader | undefined;
}

export interface RequestTestResult {
  readonly test: RequestTest;
  readonly environment: string;
  readonly result: RequestVerdict;
}

export interface RequestFailure {
  readonly outcome: SimulatedOutcome;
  readonly mismatches: readonly Mismatch[];
}

export interface RequestVerdict {
  /** `undecided`: some outcomes are as expected and some are not, or a value is unknown. */
  readonly verdict: 'ok' | 'failed' | 'undecided';
  readonly outcome: SimulatedOutcome;
  /** All that the request may get; several only if facts are missing. */
  readonly results: readonly GotFact[];
  /** The facts without which the verdict, or else what the request gets, is not known. */
  readonly missing: readonly Unknown[];
  /** Facts of the test that cannot be, each once; a test with one is failed. */
  readonly contradictions: readonly Contradiction[];
  /** Of a failed test, each once; several only if facts are missing. */
  readonly failures: readonly RequestFailure[];
}
