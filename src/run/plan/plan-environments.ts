import type { Desired } from '../../model/desired.ts';
import type { BrokenBase, NoteFact } from '../../model/facts/note.ts';
import type { LiveState } from '../../model/live.ts';
import type { FailOn, Plan, PlanNote } from '../../model/plan/plan.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { stepAddresses } from '../../plan/attribution/attribution.ts';
import { tellSubject } from '../session/follow-run.ts';
import { openSecretsOf } from '../session/secrets/secrets.ts';
import { lintEnvironment } from '../lint/lint-workspace.ts';
import { gatesWithBase, underGates } from './base/gates-with-base.ts';
import type { OpenedBase } from './base/plan-base.ts';
import { withCheckoutNote } from './checkout-note.ts';
import { makePlan, planAlone, type PlanningRequest } from './make-plan.ts';
import type { Run } from '../session/run.ts';
import type { PlanFlags, PlannedEnvironment, ReadForPlan, RunToPlan } from './planned.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import type { Environment } from '../../model/workspace/environment.ts';
import { refuseUnknownAllowed } from './refuse-unknown-allowed.ts';

interface ToPlanAll {
  readonly environments: readonly Environment[];
  /** `--base`: the base of the comparison. */
  readonly base?: OpenedBase | undefined;
}

/** Plans environments of a workspace one after the other. Throws `InvalidFiles` if the files have errors. */
export async function planEnvironments(
  run: Omit<RunToPlan, 'environment'>,
  { environments, base }: ToPlanAll,
  flags: PlanFlags,
): Promise<readonly PlannedEnvironment[]> {
  const planned: PlannedEnvironment[] = [];
  for (const environment of environments)
    planned.push(await planEnvironment({ ...run, environment }, flags, base));
  return planned;
}

/** Plans one environment. Throws `InvalidFiles` if the files have errors. */
export async function planEnvironment(
  toPlan: RunToPlan,
  flags: PlanFlags,
  base?: OpenedBase,
): Promise<PlannedEnvironment> {
  tellSubject(toPlan);
  const read = await readForPlan(toPlan, flags, base);
  const { notes, liveThere, workspace } = read;
  const run: Run = { ...toPlan, workspace };
  refuseUnknownAllowed(flags, read);
  const input: PlanningRequest = {
    ...read,
    secrets: openSecretsOf(run, read.desired),
    ...(flags.snapshot === undefined ? { mayBeOlder: 'unless-running' } : {}),
    only: flags.only ?? [],
    gates: flags,
  };
  const baseEnvironment = base && (await readBaseEnvironment(run, base));
  const gates =
    base && (await gatesWithBase(run, { ...base, baseWorkspace: baseEnvironment?.workspace }, read.ledger));
  const gated = gates === undefined ? run : { ...run, ...underGates(gates, run) };
  const { loosened } = gates ?? {};
  const limited = { ...input, ...withoutUndefined({ loosened }) };
  const plan = await attributedPlan(gated, limited, {
    failOn: flags.failOn ?? [],
    compared: base && baseEnvironment && { base, baseEnvironment, liveThere },
  });
  const noted = await withCheckoutNote(run, withGates(plan, gates, notes), read.ledger);
  return { ...read, plan: noted, flags };
}

async function readForPlan(
  run: RunToPlan,
  { snapshot, only = [] }: PlanFlags,
  base: OpenedBase | undefined,
): Promise<ReadForPlan> {
  if (snapshot === undefined) return (await import('./read-from-api.ts')).readFromApi(run, only, base);
  const { readFromSnapshot } = await import('./read-from-snapshot.ts');
  return readFromSnapshot(run, snapshot, base);
}

/** Puts notes about the reading first, and the refusals of the base before those of the files. */
function withGates(
  plan: Plan,
  gates: Awaited<ReturnType<typeof gatesWithBase>>,
  notes: ReadForPlan['notes'] = () => [],
): Plan {
  return {
    ...plan,
    notes: [...notes(plan), ...(gates?.notes ?? []), ...plan.notes],
    refusals: [...(gates?.refusals ?? []), ...plan.refusals],
  };
}

interface ToAttribute {
  readonly failOn: readonly FailOn[];
  /** Absent without `--base`. */
  readonly compared: ToCompare | undefined;
}

interface ToCompare {
  readonly base: OpenedBase;
  readonly baseEnvironment: BaseEnvironment;
  /** The live state, read with the adoptions of base. */
  readonly liveThere: LiveState;
}

/**
 * The plan with the refusals of `--fail-on`. With a base, each change gets its attribution: both plans are made from
 * one reading of the API, one ledger and the stricter gates of the two. If base cannot be planned, a note has the
 * reason.
 */
async function attributedPlan(
  run: Run,
  input: PlanningRequest,
  { failOn, compared }: ToAttribute,
): Promise<Plan> {
  const plan = await makePlan(run, input);
  const { failOn: refusalsFor, withFailOn } = await import('../../plan/gates/fail-on.ts');
  if (compared === undefined) return withFailOn(plan, failOn);
  const { base } = compared;
  const { steps, unattributed, notes } = await compare({ ...run, input, head: plan }, compared);
  const { tests } = plan;
  const about = { ...withoutUndefined({ tests }), steps, unattributed, ref: base.ref };
  const refusals = refusalsFor(failOn, about);
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
  { input, head, ...run }: Run & { readonly input: PlanningRequest; readonly head: Plan },
  { baseEnvironment, liveThere, base: { ref } }: ToCompare,
): Promise<Comparison> {
  const { ledger } = input;
  if (baseEnvironment.type === 'broken') {
    return { steps: head.steps, unattributed: baseEnvironment.fact, notes: [note(baseEnvironment.fact)] };
  }
  const { attributed } = await import('../../plan/attribution/attribution.ts');
  if (baseEnvironment.type === 'absent') {
    return { ...attributed({ head, base: undefined, ledger }), notes: [note(baseEnvironment.fact)] };
  }
  const { takenBack } = await import('../../plan/attribution/attribution.ts');
  const { settings } = run.workspace;
  const environment = { ...baseEnvironment.environment, drift: run.environment.drift };
  const base = await planAlone(
    { ...run, workspace: { ...baseEnvironment.workspace, settings }, environment },
    {
      ...input,
      desired: baseEnvironment.desired,
      live: liveThere,
      // Labels may differ on the base, so its plan is filtered by the addresses selected here.
      only: input.only.length === 0 ? [] : namesIn(head, input.only),
    },
  );
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

type BaseEnvironment =
  | {
      readonly type: 'planned';
      readonly workspace: Workspace;
      readonly environment: Environment;
      readonly desired: readonly Desired[];
    }
  /** The base does not have the environment, or any resource, so nothing can be pending there. */
  | { readonly type: 'absent'; readonly workspace?: Workspace; readonly fact: NoteFact }
  | { readonly type: 'broken'; readonly workspace?: Workspace; readonly fact: BrokenBase };

/** Reads the environment on the base as far as possible. */
async function readBaseEnvironment(
  { io, environment: { name } }: Run,
  { ref, head, read }: OpenedBase,
): Promise<BaseEnvironment> {
  if (head === 'none') {
    return { type: 'absent', fact: { code: 'base-new', ref } };
  }
  if ('problem' in head)
    return { type: 'broken', fact: { code: 'base-unreadable', problem: head.problem, ref } };
  const workspace = read();
  const environment = workspace.environments.get(name);
  if (environment === undefined) {
    return { type: 'absent', workspace, fact: { code: 'base-lacks-environment', environment: name, ref } };
  }
  const { desired, diagnostics } = await lintEnvironment({ io, workspace, environment });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const [error] = errors;
  // The first pull request of a new workspace adds its first resources.
  if (errors.every(({ rule }) => rule === 'no-resources') && error !== undefined)
    return { type: 'absent', workspace, fact: { code: 'base-lacks-resources', ref } };
  if (error === undefined) return { type: 'planned', workspace, environment, desired };
  const { lineColumn } = await import('../../text/line-column.ts');
  const { source, start } = error.place;
  const { line, column } = lineColumn(source, start);
  const place = `${source.path}:${line}:${column}`;
  return { type: 'broken', workspace, fact: { code: 'base-invalid', finding: error.message, place, ref } };
}
