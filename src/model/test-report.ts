import type { Diagnostic } from './diagnostic.ts';
import type { Place } from './document.ts';
import type { Mismatch } from './traffic/request-test.ts';
import type { SimulatedOutcome, Unknown } from './traffic/simulation.ts';

/** A test of what a request gets that was run. */
export interface TestedCase {
  readonly name: string;
  readonly place: Place;
  readonly environment?: string | undefined;
  readonly result: 'ok' | 'failed' | 'undecided';
  /** The outcome of the request. */
  readonly outcome?: SimulatedOutcome;
  readonly mismatches?: readonly Mismatch[];
  readonly missing?: readonly Unknown[];
  /** Why it is not `ok`, at its place. */
  readonly finding?: Diagnostic;
}

/** The tests of a run, in the order of their files. */
export interface TestReport {
  readonly cases: readonly TestedCase[];
}

export function testCounts({ cases }: TestReport): Readonly<Record<TestedCase['result'], number>> {
  const count = (result: TestedCase['result']): number => cases.filter((one) => one.result === result).length;
  return { ok: count('ok'), failed: count('failed'), undecided: count('undecided') };
}
