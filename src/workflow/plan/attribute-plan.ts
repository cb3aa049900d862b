/**
 * `plan --base`: what head would do, beside what base would, both against one reading of the API, one ledger and the
 * stricter gates of the two. A base that cannot be planned leaves the plan as it is, and says why.
 */
import type { Io } from '../../model/io.ts';
import type { FailOn, Plan, PlanNote, Step } from '../../model/plan.ts';
import type { LiveState } from '../../model/live.ts';
import type { Environment, Workspace } from '../../model/workspace.ts';
import { namesOf } from '../../plan/attribution/attribution.ts';
import { heldBy, heldGates } from './held-gates.ts';
import { judge } from '../lint/lint-workspace.ts';
import type { OpenedBase } from './plan-base.ts';
import { makePlan, planAlone, type PlanInput } from './planning.ts';

interface ToAttribute {
  readonly base: OpenedBase | undefined;
  readonly failOn: readonly FailOn[];
  /** What is live, with the adoptions of base. */
  readonly liveThere: LiveState;
}

/** The plan; with a base, each change with whose doing it is. */
export async function attributePlan(
  io: Io,
  input: PlanInput,
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
      readonly desired: PlanInput['desired'];
    }
  /** There is nothing that could have been pending. */
  | { readonly type: 'absent'; readonly workspace?: Workspace; readonly text: string }
  | { readonly type: 'broken'; readonly workspace?: Workspace; readonly text: string };

async function readThere(io: Io, { ref, head, read }: OpenedBase, name: string): Promise<There> {
  if (head === 'none') {
    return { type: 'absent', text: `\`${ref}\` has no edgewright.yaml here: all that the files say is new` };
  }
  if ('problem' in head) return { type: 'broken', text: `\`${ref}\` cannot be read: ${head.problem}` };
  const workspace = await read();
  const environment = workspace.environments.get(name);
  if (environment === undefined) {
    const text = `\`${ref}\` has no environment \`${name}\`: all that the files say of it is new`;
    return { type: 'absent', workspace, text };
  }
  const { desired, diagnostics } = await judge(io, workspace, name);
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error === undefined) return { type: 'planned', workspace, environment, desired };
  const { lineColumn } = await import('../../workspace/yaml/position.ts');
  const { source, start } = error.place;
  const { line, column } = lineColumn(source, start);
  const text = `\`${ref}\` does not compile: ${source.path}:${line}:${column}: ${error.message}`;
  return { type: 'broken', workspace, text };
}

interface Comparison {
  readonly steps: readonly Step[];
  readonly unattributed: readonly Step[] | { readonly unknown: string };
  readonly notes: readonly PlanNote[];
}

async function compare(
  io: Io,
  input: PlanInput,
  head: Plan,
  { there, liveThere, ref }: { readonly there: There; readonly liveThere: LiveState; readonly ref: string },
): Promise<Comparison> {
  const { ledger } = input;
  if (there.type === 'broken') {
    const notes = [note(`nothing is told apart: ${there.text}`)];
    return { steps: head.steps, unattributed: { unknown: there.text }, notes };
  }
  const { attributed } = await import('../../plan/attribution/attribution.ts');
  if (there.type === 'absent') {
    return { ...attributed({ head, base: undefined, ledger }), notes: [note(there.text)] };
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
  return steps.length === 0 ? only : steps.flatMap(namesOf);
}

function aheadNote({ ref, ahead }: OpenedBase): readonly PlanNote[] {
  if (ahead === 0) return [];
  const commits = ahead === 1 ? 'a commit' : `${ahead} commits`;
  const text = `\`${ref}\` has gone on by ${commits} since this work began: what was applied of that looks pending here, to be taken back; merge it in`;
  return [note(text)];
}

function note(text: string): PlanNote {
  return { topic: 'base', text };
}
