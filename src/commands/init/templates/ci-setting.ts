/** The facts of a workspace that its CI files depend on. */
export interface CiSetting {
  /** Sorted; at least one. */
  readonly environments: readonly string[];
  /** Names of `secrets:` in edgewright.yaml. */
  readonly secrets: readonly string[];
  /** The workspace's folder in its repository, with `/`; empty for the top. */
  readonly folder: string;
  /** The branch that is applied. */
  readonly branch: string;
  /** Whether apply waits until a person has approved the plan. */
  readonly isReviewed: boolean;
}
