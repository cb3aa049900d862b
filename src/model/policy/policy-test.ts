import type { expectations } from '../../kinds/documents/words.ts';
import type { Place, Source, YamlDocument } from '../document.ts';

export type Expectation = (typeof expectations)[number];

/** A case of a policy test file: a resource, and what a policy is to say of it. */
export interface PolicyTest {
  readonly name: string;
  readonly place: Place;
  /** The policy, and where it is named. */
  readonly policy: string;
  readonly policyPlace: Place;
  /** Undefined: the only one that there is. */
  readonly environment?: string | undefined;
  readonly environmentPlace: Place;
  /** The resource as a document of its own, in the place where it is written. */
  readonly resource: YamlDocument;
  readonly expect: Expectation;
  /** The whole message that is expected; undefined for any. */
  readonly message?: string | undefined;
}

export interface PolicyTestFile {
  readonly source: Source;
  readonly tests: readonly PolicyTest[];
}

/** What came of a case. */
export interface PolicyTestResult {
  readonly test: PolicyTest;
  /** Why it failed, in lines; undefined where it came out as expected. */
  readonly failure: readonly string[] | undefined;
}
