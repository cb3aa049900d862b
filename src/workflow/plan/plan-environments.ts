import type { ExitCode } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Environment } from '../../model/workspace.ts';
import { tellSubject } from '../../session/observe.ts';
import { openSecrets } from '../../session/secrets/secrets.ts';
import { attributedPlan } from './attribute-plan.ts';
import { underGates, gatesWithBase } from './base/gates-with-base.ts';
import { makePlan, type PlanningRequest } from './make-plan.ts';
import type { PlanFlags, PlannedEnvironment, ReadForPlan, ToPlan } from './planned.ts';
import { readBaseEnvironment } from './base/read-base-environment.ts';
import { refuseUnknownExposure } from './refuse-unknown-exposure.ts';

interface ToPlanAll extends Omit<ToPlan, 'environment'> {
  readonly environments: readonly Environment[];
}

/**
 * Plans environments of a workspace one after the other. Returns the exit code if the files have errors, which are
 * printed to stderr.
 */
export async function planEnvironments(
  io: Io,
  { environments, ...toPlan }: ToPlanAll,
  flags: PlanFlags,
): Promise<readonly PlannedEnvironment[] | ExitCode> {
  const planned: PlannedEnvironment[] = [];
  for (const environment of environments) {
    const result = await planEnvironment(io, { ...toPlan, environment }, flags);
    if (typeof result === 'number') return result;
    planned.push(result);
  }
  return planned;
}

/** Plans one environment. Returns the exit code if the files have errors, which are printed to stderr. */
export async function planEnvironment(
  io: Io,
  { base, ...toPlan }: ToPlan,
  flags: PlanFlags,
): Promise<PlannedEnvironment | ExitCode> {
  const { environment, head } = toPlan;
  tellSubject(io, { environment: environment.name, lineage: head.settings.ledger?.lineage });
  const read = await readForPlan(io, { base, ...toPlan }, flags);
  if (typeof read === 'number') return read;
  const { notes, liveThere } = read;
  refuseUnknownExposure(flags.allowExposure, read);
  const input: PlanningRequest = {
    ...read,
    secrets: openSecrets(
      io,
      flags.secretsDir,
      read.desired.map(({ address }) => address),
    ),
    ...(flags.snapshot === undefined ? { mayBeOlder: 'unless-running' } : {}),
    only: flags.only ?? [],
    gates: flags,
    place: flags,
  };
  const there = base && (await readBaseEnvironment(io, base, read.environment.name));
  const gates = base && (await gatesWithBase(io, input, base, there?.workspace));
  const gated = gates === undefined ? input : { ...input, ...underGates(gates, input) };
  const plan = await attributedPlan(io, gated, await makePlan(io, gated), {
    failOn: flags.failOn ?? [],
    compared: base && there && { base, there, liveThere },
  });
  return { ...read, plan: withGates(plan, gates, notes), flags };
}

async function readForPlan(io: Io, toPlan: ToPlan, flags: PlanFlags): Promise<ReadForPlan | ExitCode> {
  const { snapshot } = flags;
  if (snapshot === undefined) return (await import('./read-from-api.ts')).readFromApi(io, toPlan, flags);
  const { readFromSnapshot } = await import('./read-from-snapshot.ts');
  return readFromSnapshot(io, toPlan, { ...flags, snapshot });
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
