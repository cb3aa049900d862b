import type { Io } from '../../model/io.ts';
import type { LiveState } from '../../model/live.ts';
import type { Neighbor } from '../../plan/collision/claims.ts';
import { attributePlan } from './attribute-plan.ts';
import type { OpenedBase } from './plan-base.ts';
import type { PlanFlags, PlannedEnvironment } from './planned.ts';
import { refuseUnknownExposure } from './refuse-unknown-exposure.ts';
import { openSecrets } from '../../session/secrets/secrets.ts';

/** All that was read for a plan, from the API or from a snapshot. */
interface ReadForPlan extends Omit<PlannedEnvironment, 'plan' | 'flags'> {
  readonly base: OpenedBase | undefined;
  /** What is live, with the adoptions of base. */
  readonly liveThere: LiveState;
  /** The other environments; looked up where left out. */
  readonly neighbors?: readonly Neighbor[];
  /** Of a snapshot. */
  readonly hiddenTexts?: ReadonlyMap<string, string>;
}

/** Plans what was read, wherever it came from. */
export async function planRead(
  io: Io,
  { base, liveThere, neighbors, hiddenTexts, ...read }: ReadForPlan,
  flags: PlanFlags,
): Promise<PlannedEnvironment> {
  const { workspace, environment, desired, ledger, live } = read;
  const { secretsDir, only = [], failOn = [] } = flags;
  refuseUnknownExposure(flags.allowExposure, read);
  const secrets = openSecrets(io, secretsDir);
  const input = {
    ...{ workspace, environment, desired, ledger, live, secrets, only, gates: flags, place: flags },
    ...(neighbors === undefined ? {} : { neighbors }),
    ...(hiddenTexts === undefined ? {} : { hiddenTexts }),
  };
  const plan = await attributePlan(io, input, { base, failOn, liveThere });
  return { ...read, plan, flags };
}
