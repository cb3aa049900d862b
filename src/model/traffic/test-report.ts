import type { Diagnostic } from '../diagnostic.ts';
import type { Place, Source } from '../document.ts';
import type { PolicyMismatch } from '../policy.ts';
import type { GotFact } from './got.ts';
import type { SentResult } from './sent-test.ts';
import type { Mismatch } from './request-test.ts';
import type { CoveredResource } from './test-cover.ts';
import type { Unknown } from './unknown.ts';

/** Test files, with the mistakes in them; a test with a mistake is left out. */
export interface TestFiles<Test> {
  readonly files: readonly { readonly source: Source; readonly tests: readonly Test[] }[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A test that was run: of what a request gets, or of a lint policy. */
export interface TestedCase {
  readonly name: string;
  /** The lint policy that it tests. */
  readonly policy?: string;
  readonly place: Place;
  readonly environment?: string | undefined;
  /** `skipped`: it is not sent. */
  readonly result: 'ok' | 'failed' | 'undecided' | 'skipped';
  /** How long it took, in milliseconds. */
  readonly ms?: number;
  /** All that a request may get; several only if facts are missing. */
  readonly results?: readonly GotFact[];
  readonly mismatches?: readonly (Mismatch | PolicyMismatch)[];
  readonly missing?: readonly Unknown[];
  /** Why it is not sent. */
  readonly skipped?: string;
  /** Where the files and the service say different things, in one line. */
  readonly note?: string;
  /** Of a test that was sent. */
  readonly sent?: SentResult;
  /** Why it is not `ok`, at its place. */
  readonly finding?: Diagnostic;
}

/** The tests of a run, in the order of their files. */
export interface TestReport {
  readonly cases: readonly TestedCase[];
  /** Whether the requests were sent to what is deployed. */
  readonly isSent?: true;
  /** Lint policies without a test, if all tests were run. */
  readonly untested?: readonly string[];
  /** The resources of each environment with the ways that tests take, if asked for. */
  readonly covered?: readonly CoveredResource[];
  /** The rules and modules that no test takes, each at its place. */
  readonly gaps?: readonly Diagnostic[];
  /** How long the run took, in milliseconds. */
  readonly ms?: number;
  /** Set if more tests were skipped than edgewright.yaml allows: that limit, in percent. */
  readonly mostSkipped?: number;
}

/** How many tests have each result; sent tests are never undecided, and others are never skipped. */
export function testCounts({ cases, isSent }: Pick<TestReport, 'cases' | 'isSent'>): TestCounts {
  const count = (result: TestedCase['result']): number =>
    cases.filter((testedCase) => testedCase.result === result).length;
  const [ok, failed, undecided, skipped] = [
    count('ok'),
    count('failed'),
    count('undecided'),
    count('skipped'),
  ];
  return isSent === true ? { ok, failed, skipped } : { ok, failed, undecided };
}

export type TestCounts = Readonly<Partial<Record<TestedCase['result'], number>>>;
