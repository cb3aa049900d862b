/**
 * `plan --base`: what head would do, beside what base would, both against one reading of the API, one ledger and the
 * stricter gates of the two. A base that cannot be planned leaves the plan as it is, and says why.
 */
import type { Io } from '../../model/io.ts';
import type { BrokenBase, NoteFact } from '../../model/facts/note.ts';
import type { FailOn, Plan, PlanNote, Step } from '../../model/plan.ts';
import type { LiveState } from '../../model/live.ts';
import type { Environment, Workspace } from '../../model/workspace.ts';
import { stepAddresses } from '../../plan/attribution/attribution.ts';
import { heldBy, heldGates } from './held-gates.ts';
import { lintEnvironment } from '../lint/lint-workspace.ts';
import type { OpenedBase } from './plan-base.ts';
import { makePlan, planAlone, type PlanningRequest } from './planning.ts';

interface ToAttribute {
  readonly base: OpenedBase | undefined;
  readonly failOn: readonly FailOn[];
  /** What is live, with the adoptions of base. */
  readonly liveThere: LiveState;
}

/** The plan; with a base, each change with whose doing it is. */
export async function attributePlan(
  io: Io,
  input: PlanningRequest,
  { base, failOn, liveThere }: ToAttribute,
): Promise<Plan> {
  const { failOn: refusalsFor } = await import('../../plan/gates/fail-on.ts');
  if (base === undefined) {
    const plan = await makePlan(io, input);
    const asked = refusalsFor(failOn, { steps: plan.steps, unattributed: [], ref: undefined });
    return asked.length === 0 ? plan : { ...plan, refusals: [...plan.refusals, ...asked] };
  }
  const there = await readThere(io, base, input.environment.name);
  const gates = await heldGates(io, input, base, there.workspace);
  const held = gates === undefined ? input : { ...input, ...heldBy(gates, input) };
  const plan = await makePlan(io, held);
  const compared = await compare(io, held, plan, { there, liveThere, ref: base.ref });
  const refusals = refusalsFor(failOn, { ...compared, ref: base.ref });
  return {
    ...plan,
    base: { ref: base.ref, commit: base.commit },
    steps: compared.steps,
    notes: [...(gates?.notes ?? []), ...aheadNote(base), ...compared.notes, ...plan.notes],
    refusals: [...(gates?.refusals ?? []), ...plan.refusals, ...refusals],
  };
}

/** The environment as base has it. */
type There =
  | {
      readonly type: 'planned';
      readonly workspace: Workspace;
      readonly environment: Environment;
      readonly desired: PlanningRequest['desired'];
    }
  /** There is nothing that could have been pending. */
  | { readonly type: 'absent'; readonly workspace?: Workspace; readonly fact: NoteFact }
  | { readonly type: 'broken'; readonly workspace?: Workspace; readonly fact: BrokenBase };

async function readThere(io: Io, { ref, head, read }: OpenedBase, name: string): Promise<There> {
  if (head === 'none') {
    return { type: 'absent', fact: { code: 'base-new', ref } };
  }
  if ('problem' in head)
    return { type: 'broken', fact: { code: 'base-unreadable', problem: head.problem, ref } };
  const workspace = await read();
  const environment = workspace.environments.get(name);
  if (environment === undefined) {
    return { type: 'absent', workspace, fact: { code: 'base-lacks-environment', environment: name, ref } };
  }
  const { desired, diagnostics } = await lintEnvironment(io, workspace, name);
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error === undefined) return { type: 'planned', workspace, environment, desired };
  const { lineColumn } = await import('../../workspace/yaml/position.ts');
  const { source, start } = error.place;
  const { line, column } = lineColumn(source, start);
  const place = `${source.path}:${line}:${column}`;
  return { type: 'broken', workspace, fact: { code: 'base-invalid', finding: error.message, place, ref } };
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
  { there, liveThere, ref }: { readonly there: There; readonly liveThere: LiveState; readonly ref: string },
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
    // Labels may be others there: the filter is what it chose here.
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
