import type { KindName } from '../../kinds/kind.ts';
import type { ScalarNode, Place } from '../document.ts';
import type { severitySettings } from '../../kinds/documents/words.ts';

/** A text of a policy and where it is written: a finding in it points into it. */
export interface PolicyText {
  readonly text: string;
  readonly node: ScalarNode;
}

/** A rule of the house, from `policies:` in edgewright.yaml. Expressions are CEL, not yet parsed. */
export interface Policy {
  /** Kebab-case. The rule's id is `policy/<name>`. */
  readonly name: string;
  readonly place: Place;
  /** The kinds it checks, and whose fields its expressions may name. */
  readonly kinds: readonly KindName[];
  /** Whom it concerns; undefined for every resource of its kinds. */
  readonly where: PolicyText | undefined;
  /** What must hold. */
  readonly assert: PolicyText;
  /** What is said where it does not; `{{ expression }}` stands for a value. */
  readonly message: PolicyText;
  /** Why the house wants it, for the reader of a finding. */
  readonly why: string | undefined;
  readonly severity: (typeof severitySettings)[number];
}

/** A policy that lacks a part, or has one that cannot be read: it checks nothing, and its other parts are checked. */
export interface PolicyDraft extends Omit<Policy, 'assert' | 'message'> {
  readonly assert: PolicyText | undefined;
  readonly message: PolicyText | undefined;
}
