import type { Desired } from '../model/desired.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { ExitCode } from '../model/errors.ts';
import type { Io } from '../model/io.ts';
import type { LedgerState } from '../model/ledger.ts';
import type { LiveState } from '../model/live.ts';
import type { FailOn, Plan } from '../model/plan.ts';
import type { Environment, Workspace, WorkspaceHead } from '../model/workspace.ts';
import { attributePlan } from './attribute-plan.ts';
import { connectForReading } from './connect.ts';
import { readLedger } from './ledger-store.ts';
import { lintForEnvironment } from './lint-workspace.ts';
import type { ApiOptions, GateFlags, WorkspaceOptions } from './options.ts';
import { adoptionsOf, type OpenedBase } from './plan-base.ts';
import { startReading } from './planning.ts';
import { openSecrets } from './secrets.ts';

export interface ToPlan {
  readonly head: WorkspaceHead;
  /** Reads the resource files, the first time. */
  readonly read: () => Promise<Workspace>;
  readonly environment: Environment;
  /** `--base`: the commit that it is compared with. */
  readonly base?: OpenedBase | undefined;
}

/** What a plan of one environment looks at. */
export interface PlanFlags extends WorkspaceOptions, ApiOptions, GateFlags {
  readonly only?: readonly string[];
  readonly secretsDir?: string;
  readonly failOn?: readonly FailOn[];
  /** The file that stands in the place of the API. */
  readonly snapshot?: string;
}

/** A plan with all that it was made of, for the formats that show more than the steps. */
export interface PlannedEnvironment {
  readonly plan: Plan;
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly desired: readonly Desired[];
  readonly ledger: LedgerState;
  readonly live: LiveState;
  /** What lint says of the files, warnings and infos: with an error there is no plan. */
  readonly diagnostics: readonly Diagnostic[];
  /** The origin of the API that was read. */
  readonly api: string;
  readonly flags: PlanFlags;
}

/** Plans one environment; or the exit code where the files are wrong, which stderr then says. */
export async function planOne(
  io: Io,
  { head, read, environment, base }: ToPlan,
  options: PlanFlags,
): Promise<PlannedEnvironment | ExitCode> {
  const { snapshot } = options;
  if (snapshot !== undefined) {
    const { planBySnapshot } = await import('./plan-by-snapshot.ts');
    return planBySnapshot(io, { head, read, environment, base }, { ...options, snapshot });
  }
  const ledger = await readLedger(io, head, environment, options);
  const where = { root: head.root, environment: environment.name };
  const connection = await connectForReading(io, options, where);
  try {
    // What is live depends on the ledger and `adopt:` alone, so the files are read and judged while the API answers.
    const reading = await startReading({
      api: connection.api,
      ledger,
      workspace: head,
      environment,
      adoptionsThere: adoptionsOf(base, environment.name),
    });
    const workspace = await read();
    const { desired, diagnostics, failure } = await lintForEnvironment(
      io,
      workspace,
      environment.name,
      ledger,
    );
    if (failure !== undefined) return failure;
    const live = await reading.live();
    const input = {
      workspace,
      environment,
      desired,
      ledger,
      live,
      secrets: openSecrets(io, options.secretsDir),
      only: options.only ?? [],
      gates: options,
    };
    const { failOn = [] } = options;
    const plan = await attributePlan(io, input, { base, failOn, liveThere: await reading.liveThere() });
    return {
      plan,
      workspace,
      environment,
      desired,
      ledger,
      live,
      diagnostics,
      api: connection.api.origin,
      flags: options,
    };
  } finally {
    await connection.close();
  }
}
