import type { Diagnostic } from '../diagnostic.ts';
import type { Place, Source } from '../document.ts';
import type { PolicyMismatch } from '../policy.ts';
import type { GotFact } from './got.ts';
import type { Mismatch } from './request-test.ts';
import type { CoveredResource } from './test-cover.ts';
import type { Unknown } from './simulation.ts';

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
  readonly result: 'ok' | 'failed' | 'undecided';
  /** All that a request may get; several only if facts are missing. */
  readonly results?: readonly GotFact[];
  readonly mismatches?: readonly (Mismatch | PolicyMismatch)[];
  readonly missing?: readonly Unknown[];
  /** Why it is not `ok`, at its place. */
  readonly finding?: Diagnostic;
}

/** The tests of a run, in the order of their files. */
export interface TestReport {
  readonly cases: readonly TestedCase[];
  /** Lint policies without a test, if all tests were run. */
  readonly untested?: readonly string[];
  /** The resources of each environment with the ways that tests take, if asked for. */
  readonly covered?: readonly CoveredResource[];
  /** The rules and modules that no test takes, each at its place. */
  readonly gaps?: readonly Diagnostic[];
}

export function testCounts({ cases }: TestReport): Readonly<Record<TestedCase['result'], number>> {
  const count = (result: TestedCase['result']): number =>
    cases.filter((testedCase) => testedCase.result === result).length;
  return { ok: count('ok'), failed: count('failed'), undecided: count('undecided') };
}
