import type { PlanNote, UncomparedSecret } from '../../model/plan/plan.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Approval } from '../../model/workspace/workspace-document.ts';

/** The steps of a pass, and what it found beside them. */
export interface Decision {
  readonly steps: readonly Step[];
  readonly notes: readonly PlanNote[];
  readonly uncompared: readonly UncomparedSecret[];
  /** The approvals without which the steps would be others. */
  readonly used: readonly Approval[];
}

const none: readonly never[] = [];

/** The fields are written out: most resources of most plans are decided alone, and a spread for each takes longer. */
export function decision(steps: readonly Step[], found: Partial<Decision> = {}): Decision {
  const { notes = none, uncompared = none, used = none } = found;
  return { steps, notes, uncompared, used };
}

export function allOf(decisions: readonly Decision[]): Decision {
  return {
    steps: decisions.flatMap(({ steps }) => steps),
    notes: decisions.flatMap(({ notes }) => notes),
    uncompared: decisions.flatMap(({ uncompared }) => uncompared),
    used: decisions.flatMap(({ used }) => used),
  };
}
