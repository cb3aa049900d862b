import type { expectations } from '../../kinds/documents/words.ts';
import type { Place, YamlDocument } from '../document.ts';

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
  readonly expectPlace: Place;
  /** The whole expected message; undefined for any. */
  readonly message?: string | undefined;
  readonly messagePlace: Place;
}

/** A difference between the expected result of a policy, or its message, and what it is. */
export interface PolicyMismatch {
  readonly key: 'expect' | 'message';
  readonly expected: string;
  readonly got: string;
}
