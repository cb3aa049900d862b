import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import type { PhaseName, PolicyProtocol } from '../../kinds/policy/phases.ts';
import type { Certainty } from '../../kinds/policy/setting.ts';
import type { VariableType } from '../../kinds/policy/variable.ts';
import type { Severity } from '../../model/diagnostic.ts';
import type { Range } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';

/** A mistake in a traffic policy, and its path in the policy. */
export interface TrafficMistake {
  readonly rule: string;
  readonly inside: Path;
  readonly on?: 'key';
  /** A part of the string at the path. */
  readonly within?: Range;
  readonly message: string;
  readonly why?: string;
  readonly help?: string;
  /** A severity below that of the rule. */
  readonly severity?: Severity;
  /** The number of the error with which the service refuses it. */
  readonly code?: number;
  /** The unknown word, which options can allow. */
  readonly word?: string;
  /** The right name of the key. */
  readonly rename?: string;
  /** The right value. */
  readonly replace?: string;
  /** The text may be a secret. */
  readonly sensitive?: true;
}

/** The object that carries the policy. */
export interface PolicyCarrier {
  /** Absent: unknown. */
  readonly protocol?: PolicyProtocol;
  /** A cloud endpoint, which has no upstream of its own. */
  readonly isCloud: boolean;
  /** Reached by other endpoints only. */
  readonly isInternal: boolean;
}

/** The state that the checks of one policy share. */
export interface PolicyCheck {
  readonly carrier: PolicyCarrier;
  /** Actions that the workspace declares. */
  readonly own: ReadonlyMap<string, TrafficAction>;
  readonly report: (mistake: TrafficMistake) => void;
  /** Whether a mistake of the rule was reported. */
  readonly has: (rule: string) => boolean;
}

/** The context of a part of a policy: its action, its phase, and the variables that are set before it. */
export interface PolicyScope {
  readonly check: PolicyCheck;
  readonly phase: PhaseName;
  /** The variables that earlier actions of the phase set. */
  readonly vars: ReadonlyMap<string, VariableType>;
  /** More names, for settings that have their own. */
  readonly names?: ReadonlyMap<string, VariableType>;
}

/** Severity follows certainty: only what is documented is an error. */
export function severityOfFact(certainty: Certainty | undefined): { readonly severity?: 'warn' } {
  return certainty === undefined || certainty === 'documented' ? {} : { severity: 'warn' };
}
