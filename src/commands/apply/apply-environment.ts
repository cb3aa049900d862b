import type { Desired } from '../../model/desired.ts';
import type { Io } from '../../model/io.ts';
import type { Environment, Workspace } from '../../model/workspace.ts';
import type { ApplyOptions } from '../../workflow/apply/apply-options.ts';
import { carryOut } from '../../workflow/apply/carry-out.ts';
import { connectForWriting } from '../../session/api/connect.ts';
import { openLedger } from '../../session/ledger/ledger-store.ts';
import { lintForEnvironment } from '../../workflow/lint/lint-workspace.ts';
import { chooseEnvironment, openWorkspace } from '../../session/workspace/open-workspace.ts';
import { makePlan, startReading } from '../../workflow/plan/planning.ts';
import { refuseUnknownExposure } from '../../workflow/plan/refuse-unknown-exposure.ts';
import { openSecrets } from '../../session/secrets/secrets.ts';

/** Plans under the lock, shows the plan, does it, and says how each step ended. */
export async function applyEnvironment(io: Io, options: ApplyOptions): Promise<number> {
  const workspace = await openWorkspace(io, options);
  const environment = chooseEnvironment(workspace, options.env);
  const { desired, failure } = await lintForEnvironment(io, workspace, environment.name);
  if (failure !== undefined) return failure;
  const { lock, ledger } = await openLedger(io, workspace, environment, options);
  try {
    return await applyLocked(io, { workspace, environment, desired, ledger, lock }, options);
  } finally {
    await lock.release();
  }
}

interface Locked extends Awaited<ReturnType<typeof openLedger>> {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly desired: readonly Desired[];
}

async function applyLocked(io: Io, locked: Locked, options: ApplyOptions): Promise<number> {
  const { workspace, environment, lock, ledger } = locked;
  refuseUnknownExposure(options.allowExposure, locked);
  const place = { root: workspace.root, environment: environment.name };
  const connection = await connectForWriting(io, options, place);
  const { api } = connection;
  const secrets = openSecrets(io, options.secretsDir);
  try {
    const reading = await startReading({ ...locked, api });
    const live = await reading.live();
    const plan = await makePlan(io, {
      ...locked,
      live,
      secrets,
      only: options.only ?? [],
      gates: options,
      place: options,
    });
    const { settings } = workspace;
    return await carryOut(
      io,
      { plan, api, progress: connection.progress, lock, ledger, live, secrets, settings, place },
      options,
    );
  } finally {
    await connection.close();
  }
}
