import type { ExitCode } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Environment } from '../../model/workspace.ts';
import { planEnvironment } from './plan-environment.ts';
import type { PlanFlags, PlannedEnvironment, ToPlan } from './planned.ts';

interface ToPlanAll extends Omit<ToPlan, 'environment'> {
  readonly environments: readonly Environment[];
}

/** Plans environments of a workspace one after the other; or the exit code where the files are wrong, which stderr then says. */
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
