import type { PlanFlags } from '../../workflow/plan/planned.ts';
import type { ForgeFlags } from '../../session/forge/detect-forge.ts';

/** The options of `comment`: those of `plan` that make the plan, and where and how it is posted. */
export interface CommentCommandOptions extends PlanFlags, ForgeFlags {
  readonly env?: readonly string[];
  readonly base?: string;
  readonly label?: string;
  readonly onEmpty?: 'update' | 'create' | 'delete';
  readonly new?: boolean;
  readonly status?: boolean;
  readonly labels?: boolean;
  readonly required?: boolean;
  readonly dryRun?: boolean;
  readonly maxSize?: number;
  readonly pageUrl?: string;
  /** The path of the workspace in its repository, with a final slash. */
  readonly folder?: string;
}
