/**
 * `plan --base`: compares the plan of head with that of base, both made from one reading of the API, one ledger and the
 * stricter gates of the two. If base cannot be planned, the plan is unchanged, with a note of the reason.
 */
import type { Step } from '../../model/plan/step.ts';
import type { Io } from '../../model/io.ts';
import type { BrokenBase, NoteFact } from '../../model/facts/note.ts';
import type { FailOn, Plan, PlanNote } from '../../model/plan/plan.ts';
import type { LiveState } from '../../model/live.ts';
import { stepAddresses } from '../../plan/attribution/attribution.ts';
import type { OpenedBase } from './base/plan-base.ts';
import { planAlone, type PlanningRequest } from './make-plan.ts';
import type { BaseEnvironment } from './base/read-base-environment.ts';

interface ToAttribute {
  readonly failOn: readonly FailOn[];
  /** Absent without `--base`. */
  readonly compared: ToCompare | undefined;
}

interface ToCompare {
  readonly base: OpenedBase;
  readonly there: BaseEnvironment;
  /** The live state, read with the adoptions of base. */
  readonly liveThere: LiveState;
}

/** The plan with the refusals of `--fail-on`; with a base, each change gets its attribution. */
export async function attributedPlan(
  io: Io,
  input: PlanningRequest,
  plan: Plan,
  { failOn, compared }: ToAttribute,
): Promise<Plan> {
  const { failOn: refusalsFor } = await import('../../plan/gates/fail-on.ts');
  if (compared === undefined) {
    const asked = refusalsFor(failOn, { steps: plan.steps, unattributed: [], ref: undefined });
    return asked.length === 0 ? plan : { ...plan, refusals: [...plan.refusals, ...asked] };
  }
  const { base } = compared;
  const { steps, unattributed, notes } = await compare(io, input, plan, compared);
  const refusals = refusalsFor(failOn, { steps, unattributed, ref: base.ref });
  return {
    ...plan,
    base: { ref: base.ref, commit: base.commit },
    steps,
    notes: [...aheadNote(base), ...notes, ...plan.notes],
    refusals: [...plan.refusals, ...refusals],
  };
}

interface Comparison {
  readonly steps: readonly Step[];
  readonly unattributed: readonly Step[] | BrokenBase;
  readonly notes: readonly PlanNote[];
}

async function compare(
  io: Io,
  input: PlanningRequest,
  head: Plan,
  { there, liveThere, base: { ref } }: ToCompare,
): Promise<Comparison> {
  const { ledger } = input;
  if (there.type === 'broken') {
    return { steps: head.steps, unattributed: there.fact, notes: [note(there.fact)] };
  }
  const { attributed } = await import('../../plan/attribution/attribution.ts');
  if (there.type === 'absent') {
    return { ...attributed({ head, base: undefined, ledger }), notes: [note(there.fact)] };
  }
  const { takenBack } = await import('../../plan/attribution/taken-back.ts');
  const { settings } = input.workspace;
  const base = await planAlone(io, {
    ...input,
    workspace: { ...there.workspace, settings },
    environment: { ...there.environment, drift: input.environment.drift },
    desired: there.desired,
    live: liveThere,
    // Labels may differ on the base, so its plan is filtered by the addresses selected here.
    only: input.only.length === 0 ? [] : namesIn(head, input.only),
  });
  return { ...attributed({ head, base, ledger }), notes: takenBack(head, base, ref) };
}

function namesIn({ steps }: Plan, only: readonly string[]): readonly string[] {
  return steps.length === 0 ? only : steps.flatMap(stepAddresses);
}

function aheadNote({ ref, ahead }: OpenedBase): readonly PlanNote[] {
  return ahead === 0 ? [] : [note({ code: 'base-ahead', commits: ahead, ref })];
}

function note(fact: NoteFact): PlanNote {
  return { topic: 'base', fact };
}
