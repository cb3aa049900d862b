import type { expectations, severitySettings } from '../kinds/documents/words.ts';
import type { KindName } from '../kinds/kind.ts';
import type { ScalarNode, Place, YamlDocument } from './document.ts';
import type { WorkspaceDocument } from './workspace/workspace-document.ts';

/** A text of a policy and its node, so that a finding can point into it. */
export interface PolicyText {
  readonly text: string;
  readonly node: ScalarNode;
}

/** A lint policy from `policies:` in edgewright.yaml. Expressions are CEL, not yet parsed. */
export interface Policy {
  /** In kebab-case. The rule's id is `policy/<name>`. */
  readonly name: string;
  readonly place: Place;
  /** The kinds that the policy checks, whose fields its expressions may use. */
  readonly kinds: readonly KindName[];
  /** Condition that selects resources; undefined for all resources of these kinds. */
  readonly where: PolicyText | undefined;
  /** The condition that must hold. */
  readonly assert: PolicyText;
  /** The message if it does not hold; `{{ expression }}` is replaced by its value. */
  readonly message: PolicyText;
  /** The reason for the policy, shown with a finding. */
  readonly why: string | undefined;
  readonly severity: (typeof severitySettings)[number];
  /** Whether comments and the baseline may hide its findings. */
  readonly suppressible: boolean;
}

/** A policy with a missing or unreadable part: it checks no resource, but its other parts are checked. */
export interface PolicyDraft extends Omit<Policy, 'assert' | 'message'> {
  readonly assert: PolicyText | undefined;
  readonly message: PolicyText | undefined;
}

export type Expectation = (typeof expectations)[number];

/** A difference between the expected result of a policy, or its message, and what it is. */
export interface PolicyMismatch {
  readonly key: 'expect' | 'message';
  readonly expected: string;
  readonly got: string;
}

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
  /** The meaning of its resource; undefined if it has none. */
  readonly meaning: WorkspaceDocument | undefined;
  readonly expect: Expectation;
  readonly expectPlace: Place;
  /** The whole expected message; undefined for any. */
  readonly message?: string | undefined;
  readonly messagePlace: Place;
}
