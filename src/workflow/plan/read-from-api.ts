import type { ExitCode } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { runCooperatively } from '../../cli/cooperative-scheduler.ts';
import { connectForReading } from '../../session/api/connect.ts';
import { readLedger } from '../../session/ledger/ledger-store.ts';
import { measured } from '../../session/observe.ts';
import { noteRunning } from '../../session/ledger/note-running.ts';
import { lintForEnvironment } from '../lint/lint-workspace.ts';
import { adoptionsOf } from './base/plan-base.ts';
import type { PlanFlags, ReadForPlan, ToPlan } from './planned.ts';
import { startReading } from './start-reading.ts';

/** Reads an environment, its ledger and its live state; returns the exit code if the files have errors. */
export async function readFromApi(
  io: Io,
  { head, read, environment, base, onErrors }: ToPlan,
  options: PlanFlags,
): Promise<ReadForPlan | ExitCode> {
  const ledger = await readLedger(io, head, environment, options);
  await noteRunning(io, head, environment, options, ledger);
  const where = { root: head.root, environment: environment.name };
  const readAt = io.clock.now();
  const connection = await connectForReading(io, options, where);
  try {
    // The live state depends only on the ledger and `adopt:`, so the files are read and checked while the API responds.
    const reading = await startReading({
      api: connection.api,
      ledger,
      workspace: head,
      environment,
      adoptionsThere: adoptionsOf(base, environment.name),
    });
    const { spare } = connection;
    const workspace = await read(spare);
    const { desired, diagnostics, failure } = await lintForEnvironment(io, workspace, environment.name, {
      ledger,
      spare,
      onErrors,
    });
    if (failure !== undefined) return failure;
    const { prepareInSteps } = await import('../../plan/steps/prepare.ts');
    await runCooperatively(prepareInSteps(desired, ledger), spare);
    const [live, liveThere] = await measured(io, 'read', {}, async () => [
      await reading.live(),
      await reading.liveThere(),
    ]);
    const api = connection.api.origin;
    return { workspace, environment, desired, diagnostics, ledger, readAt, live, liveThere, api };
  } finally {
    await connection.close();
  }
}
