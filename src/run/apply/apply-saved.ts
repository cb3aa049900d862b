import { UserError, usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { Outcome } from '../../model/plan/step-outcome.ts';
import type { WorkspaceHead } from '../../model/workspace/workspace.ts';
import { changesSomething, type SavedPlan } from '../../plan/saved/plan-document.ts';
import type { OpenedPlan } from '../../plan/saved/read-saved.ts';
import { carriedRefusals, foreignReason } from '../../plan/saved/stale-steps.ts';
import { staleText } from '../../report/plan/saved-texts.ts';
import { foreignText } from '../../report/plan/words/stale-words.ts';
import { version } from '../../version.ts';
import { commandLine, type PlaceFlags } from '../cli/command-line.ts';
import type { GateFlags } from '../cli/options.ts';
import { lintForEnvironment } from '../lint/lint-workspace.ts';
import { withCheckoutNote } from '../plan/checkout-note.ts';
import { declaredNow, makePlan } from '../plan/make-plan.ts';
import { localOrigin } from '../session/api/connect.ts';
import { tellSubject } from '../session/follow-run.ts';
import { beginRun } from '../session/run.ts';
import { openSavedPlan, saveCommand } from '../session/saved-plans.ts';
import { openSecretsOf } from '../session/secrets/secrets.ts';
import { chooseEnvironment } from '../session/workspace/choose-environments.ts';
import type { ApplyOptions } from './apply-options.ts';
import { executeApply } from './execute-apply.ts';
import { lockedApply, readLocked } from './locked-apply.ts';
import { type ValidPart, validPart } from './valid-part.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { Environment } from '../../model/workspace/environment.ts';

/**
 * `apply plan.json` applies only what was reviewed. A new plan is made from a new reading under the lock. A saved step
 * is done if the new plan has the identical step, and refused with the reason otherwise; further steps of the new plan
 * are skipped. If some steps are not done, the plan is made once more without them, so that no step depends on them.
 */
export async function applySaved(io: Io, file: string, options: ApplyOptions): Promise<number> {
  const opened = openSavedPlan(io, file, options);
  const saved = opened.plan;
  const begun = await beginRun(io, options);
  const environment = environmentOfPlan(begun.workspace, file, saved, options);
  tellSubject({ ...begun, environment });
  refuseRemote(file, saved, begun.place);
  const asked = { ...begun, environment, workspace: begun.workspace.read() };
  const { desired } = await lintForEnvironment(asked);
  const secrets = openSecretsOf(asked, desired);
  return lockedApply(asked, { choices: options }, async (run, locked) => {
    const api = locked.connection.api.origin;
    const again = commandAgain(file, saved, run.place);
    refuseForeignPlan(file, opened, { ledger: locked.ledger, api, again });
    const read = { ...(await readLocked(run, locked)), desired, secrets };
    const gates = gatesOfPlan(run.io, opened, options);
    const valid = await validPart(saved, { desired, api }, (only) =>
      makePlan(run, { ...read, only, gates, mayBeOlder: 'yes' }),
    );
    const left = refuseStale(run.io, { file, again, saved }, valid, options);
    const refusals = [...valid.plan.refusals, ...carriedRefusals(saved, valid.plan.refusals, gates)];
    const plan = await withCheckoutNote(run, { ...valid.plan, refusals }, read.ledger);
    const older = declaredNow({ desired, environment }, read.readAt);
    return executeApply(run, { ...read, plan, older, left, file, spends: opened.id }, options);
  });
}

/** The gate overrides for a saved plan: those in a signed plan apply; in an unsigned one anyone may have added them. */
function gatesOfPlan(io: Io, { plan, signature }: OpenedPlan, flags: GateFlags): GateFlags {
  const { exposure, revert = [], deletes, changed_percent: percent, empty } = plan.bound.allowed;
  const isEmpty =
    exposure.length + revert.length === 0 &&
    deletes === undefined &&
    percent === undefined &&
    empty === undefined;
  if (signature === 'valid') {
    return {
      allowExposure: [...exposure, ...(flags.allowExposure ?? [])],
      allowRevert: [...revert, ...(flags.allowRevert ?? [])],
      allowDeletes: flags.allowDeletes ?? deletes,
      allowChangedPercent: flags.allowChangedPercent ?? percent,
      allowMissing: flags.allowMissing,
      allowEmpty: empty === true || flags.allowEmpty,
    };
  }
  io.stderr(
    signature === 'none'
      ? 'note: the plan is not signed: anyone who can write the file can choose which steps are applied\n'
      : 'note: the signature of the plan was not checked: EDGEWRIGHT_PLAN_KEY is not set\n',
  );
  if (!isEmpty) io.stderr('note: its --allow flags are ignored for that reason: give them again\n');
  return flags;
}

/**
 * Reports stale steps and throws, or with `--skip-stale` returns their outcomes, so that the other steps can be
 * applied.
 */
function refuseStale(
  io: Io,
  { file, again, saved }: { readonly file: string; readonly again: string; readonly saved: SavedPlan },
  { stale, rewritten, plan }: ValidPart,
  { skipStale }: ApplyOptions,
): readonly Outcome[] {
  if (stale.length === 0 && rewritten.length === 0) return [];
  io.stderr(staleText({ stale, rewritten }));
  const isAnythingLeft = plan.steps.some(changesSomething);
  if (skipStale !== true || !isAnythingLeft) {
    throw new UserError(exitCodes.unsafe, `\`${file}\` is stale: nothing of it was applied`, {
      help: isAnythingLeft
        ? `plan again: \`${again}\`; or add \`--skip-stale\` to do what still holds`
        : `plan again: \`${again}\``,
    });
  }
  return stale.map(({ address, reasons }) => ({
    address,
    action: saved.steps.find((step) => step.address === address)?.action ?? 'keep',
    status: 'skipped',
    reason: { code: 'stale' },
    stale: reasons,
    surprises: [],
    cause: 'stale',
  }));
}

/** The command that makes the plan again with the same filters; gate overrides are not repeated. */
function commandAgain(file: string, { environment, bound }: SavedPlan, place: PlaceFlags): string {
  return saveCommand(file, { ...place, env: environment, only: bound.only });
}

/** The environment of a saved plan. Throws `UserError` if another one was chosen, or the workspace does not have it. */
function environmentOfPlan(
  workspace: WorkspaceHead,
  file: string,
  { environment }: SavedPlan,
  { env }: ApplyOptions,
): Environment {
  if (env !== undefined && env !== environment) {
    throw usageError(`\`${file}\` is a plan for \`${environment}\`, not for \`${env}\``);
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
function refuseRemote(file: string, { bound }: SavedPlan, place: PlaceFlags): void {
  if (bound.api !== localOrigin || place.local === true) return;
  throw new UserError(exitCodes.unsafe, `\`${file}\` was made with --local, against the built-in mock API`, {
    help: `\`${commandLine(['apply'], { ...place, local: true }, [file])}\` applies it there`,
  });
}

interface ApplyPlace {
  readonly ledger: LedgerState;
  readonly api: string;
  /** The command that makes the plan again. */
  readonly again: string;
}

/** Throws `UserError` 5 if the plan was made for another ledger, API or version. */
function refuseForeignPlan(file: string, { plan, id }: OpenedPlan, { ledger, api, again }: ApplyPlace): void {
  const reason = foreignReason(plan, { id, ledger, api, tool: version });
  if (reason === undefined) return;
  throw new UserError(exitCodes.unsafe, `\`${file}\` ${foreignText(reason)}`, {
    help: `plan again: \`${again}\``,
  });
}
