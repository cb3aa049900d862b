import type { EnvironmentSides } from '../../model/desired.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { LiveState } from '../../model/live.ts';
import type { FailOn, Plan, PlanNote } from '../../model/plan/plan.ts';
import type { HiddenTexts } from '../../model/snapshot.ts';
import type { WorkspaceHead } from '../../model/workspace/workspace.ts';
import type { Neighbor } from '../../plan/obstacles/neighbor.ts';
import type { OpenedWorkspace } from '../../workspace/open-tree.ts';
import type { GateFlags } from '../cli/options.ts';
import type { Run } from '../session/run.ts';

/** A run whose resource files are read while the API responds. */
export type RunToPlan = Run<WorkspaceHead & Pick<OpenedWorkspace, 'read'>>;

/** How environments are planned. */
export interface PlanFlags extends GateFlags {
  readonly only?: readonly string[];
  readonly failOn?: readonly FailOn[];
  /** The snapshot file to read instead of the API. */
  readonly snapshot?: string;
}

/** The inputs of a plan, read from the API or from a snapshot. */
export interface ReadForPlan extends Omit<PlannedEnvironment, 'plan' | 'flags'> {
  /** No later than the beginning of the reading. */
  readonly readAt: Date;
  /** The difference between the clock of the service and ours, if it is known. */
  readonly skew?: number | undefined;
  /** The live state, read with the adoptions of base. */
  readonly liveThere: LiveState;
  /** The other environments; read later if absent. */
  readonly neighbors?: readonly Neighbor[];
  /** Set when reading a snapshot. */
  readonly hiddenTexts?: HiddenTexts;
  /** Notes about the reading, given the plan made from it. */
  readonly notes?: (plan: Plan) => readonly PlanNote[];
}

/** A plan with its inputs, for formats that show more than the steps. */
export interface PlannedEnvironment extends EnvironmentSides {
  readonly plan: Plan;
  /** The lint findings: only warnings and infos, since there is no plan with errors. */
  readonly diagnostics: readonly Diagnostic[];
  /** The origin of the API that was read. */
  readonly api: string;
  readonly flags: PlanFlags;
}
