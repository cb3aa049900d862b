import { commandLine } from '../../../cli/command-line.ts';
import { exitCodes, UserError } from '../../../model/errors.ts';
import type { LedgerState } from '../../../model/ledger.ts';
import type { Environment, WorkspaceHead } from '../../../model/workspace.ts';
import { foreignText } from '../../../report/plan/words/stale.ts';
import type { SavedPlan } from '../../../saved/plan/document.ts';
import { foreignReason } from '../../../saved/plan/foreign.ts';
import type { Opened } from '../../../saved/plan/read-saved.ts';
import { localOrigin } from '../../../session/api/connect.ts';
import { chooseEnvironment } from '../../../session/workspace/open-workspace.ts';
import { version } from '../../../version.ts';
import type { ApplyOptions } from '../apply-options.ts';

/** The environment of a saved plan. Throws `UserError` if another one was chosen, or the workspace does not have it. */
export function environmentOfPlan(
  workspace: WorkspaceHead,
  file: string,
  { environment }: SavedPlan,
  { env }: ApplyOptions,
): Environment {
  if (env !== undefined && env !== environment) {
    throw new UserError(exitCodes.usage, `\`${file}\` is a plan for \`${environment}\`, not for \`${env}\``);
  }
  if (!workspace.environments.has(environment)) {
    throw new UserError(
      exitCodes.unsafe,
      `\`${file}\` is a plan for \`${environment}\`, which this workspace does not have`,
      {
        help: 'it was made in another workspace, or the environment was renamed',
      },
    );
  }
  return chooseEnvironment(workspace, environment);
}

/**
 * Refuses a plan for the built-in mock API without --local. That API has a ledger of its own: the later checks would
 * report a missing ledger instead.
 */
export function refuseRemote(file: string, { bound }: SavedPlan, options: ApplyOptions): void {
  if (bound.api !== localOrigin || options.local === true) return;
  throw new UserError(exitCodes.unsafe, `\`${file}\` was made with --local, against the built-in mock API`, {
    help: `\`${commandLine(['apply'], { ...options, local: true }, [file])}\` applies it there`,
  });
}

interface ApplyPlace {
  readonly ledger: LedgerState;
  readonly api: string;
  /** The command that makes the plan again. */
  readonly again: string;
}

/** Throws `UserError` 5 if the plan was made for another ledger, API or version. */
export function refuseForeignPlan(
  file: string,
  { plan, id }: Opened,
  { ledger, api, again }: ApplyPlace,
): void {
  const reason = foreignReason(plan, { id, ledger, api, tool: version });
  if (reason === undefined) return;
  throw new UserError(exitCodes.unsafe, `\`${file}\` ${foreignText(reason)}`, {
    help: `plan again: \`${again}\``,
  });
}
