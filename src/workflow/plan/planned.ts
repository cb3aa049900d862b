import type { Desired } from '../../model/desired.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { LiveState } from '../../model/live.ts';
import type { FailOn, Plan, PlanNote } from '../../model/plan/plan.ts';
import type { SpareTime } from '../../model/spare-time.ts';
import type { Environment, Workspace, WorkspaceHead } from '../../model/workspace.ts';
import type { ApiOptions, GateFlags, WorkspaceOptions } from '../../cli/options.ts';
import type { Neighbor } from '../../plan/collision/claims.ts';
import type { OpenedBase } from './plan-base.ts';

export interface ToPlan {
  readonly head: WorkspaceHead;
  /** Reads the resource files, the first time. */
  readonly read: (spare?: SpareTime) => Promise<Workspace>;
  readonly environment: Environment;
  /** `--base`: the commit that it is compared with. */
  readonly base?: OpenedBase | undefined;
}

/** What a plan of one environment looks at. */
export interface PlanFlags extends WorkspaceOptions, ApiOptions, GateFlags {
  readonly only?: readonly string[];
  readonly secretsDir?: string;
  readonly failOn?: readonly FailOn[];
  /** The file that stands instead of the API. */
  readonly snapshot?: string;
}

/** All that was read for a plan, from the API or from a snapshot. */
export interface ReadForPlan extends Omit<PlannedEnvironment, 'plan' | 'flags'> {
  /** What is live, with the adoptions of base. */
  readonly liveThere: LiveState;
  /** The other environments; looked up where left out. */
  readonly neighbors?: readonly Neighbor[];
  /** Of a snapshot. */
  readonly hiddenTexts?: ReadonlyMap<string, string>;
  /** What is to be known of the reading, by the plan that is made of it. */
  readonly notes?: (plan: Plan) => readonly PlanNote[];
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
