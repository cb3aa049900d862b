import type { expectations } from '../../kinds/documents/words.ts';
import type { Place, Source, YamlDocument } from '../document.ts';

export type Expectation = (typeof expectations)[number];

/** A case of a policy test file: a resource and the expected result of a policy. */
export interface PolicyTest {
  readonly name: string;
  readonly place: Place;
  /** The name of the policy, and its place. */
  readonly policy: string;
  readonly policyPlace: Place;
  /** Undefined: the only environment of the workspace. */
  readonly environment?: string | undefined;
  readonly environmentPlace: Place;
  /** The resource as a document of its own, with its ranges in the test file. */
  readonly resource: YamlDocument;
  readonly expect: Expectation;
  /** The whole expected message; undefined for any. */
  readonly message?: string | undefined;
}

export interface PolicyTestFile {
  readonly source: Source;
  readonly tests: readonly PolicyTest[];
}

/** The result of a case. */
export interface PolicyTestResult {
  readonly test: PolicyTest;
  /** Lines that explain the failure; undefined if the case passed. */
  readonly failure: readonly string[] | undefined;
}
