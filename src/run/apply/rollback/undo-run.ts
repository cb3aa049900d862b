import { UserError, usageError } from '../../../model/errors.ts';
import type { LedgerState } from '../../../model/ledger/ledger.ts';
import type { LiveState } from '../../../model/live.ts';
import type { Plan } from '../../../model/plan/plan.ts';
import { readRollback } from '../../../plan/rollback/read-rollback.ts';
import { rollbackTarget } from '../../../plan/rollback/rollback-target.ts';
import { inWordsOfRollback, type Rollback } from '../../../plan/rollback/rollback.ts';
import { documentProblemText } from '../../../report/plan/words/document-problem-words.ts';
import { rollbackKeptText } from '../../../report/plan/words/rollback-words.ts';
import { inertLine } from '../../../report/text/inert.ts';
import type { GateFlags } from '../../cli/options.ts';
import { makePlan, type PlanningRequest } from '../../plan/make-plan.ts';
import type { PlanFlags, PlannedEnvironment } from '../../plan/planned.ts';
import { readLiveEnvironment } from '../../plan/read-live-environment.ts';
import { openRollbacks, readLedger } from '../../session/ledger/open-ledger-store.ts';
import { tellSubject } from '../../session/follow-run.ts';
import { planKey } from '../../session/saved-plans.ts';
import { openSecretsOf } from '../../session/secrets/secrets.ts';
import type { Run } from '../../session/run.ts';
import type { ApplyChoices } from '../apply-options.ts';
import { executeApply } from '../execute-apply.ts';
import { lockedApply, readLocked } from '../locked-apply.ts';
import { exitCodes } from '../../../model/exit-codes.ts';

/** The run to undo. Throws `UserError` 64 if it does not exist, 5 if its rollback file cannot be used. */
export async function openUndo(run: Run, id: string): Promise<Rollback> {
  const files = await openRollbacks(run);
  const names = await files.list();
  const key = planKey(run.io);
  const text = await files.read(id);
  if (text === undefined) {
    throw usageError(
      `run \`${id}\` of \`${run.environment.name}\` does not exist or cannot be undone`,
      names.length === 0 ? 'no run can be undone yet' : `runs that can be undone: ${names.join(', ')}`,
    );
  }
  const opened = readRollback(text, { run: id, key });
  if ('problem' in opened) {
    throw new UserError(
      exitCodes.unsafe,
      `\`${files.shown(id)}\` ${documentProblemText(opened.problem, 'rollback file')}`,
      {
        help: 'restore the former declarations in the files, and apply them',
      },
    );
  }
  if (opened.signature !== 'valid') run.io.stderr(`note: ${unsigned[opened.signature]}\n`);
  return opened.rollback;
}

const unsigned = {
  none: 'the rollback file is not signed: anyone who can write it can choose what is applied',
  unchecked: 'the signature of the rollback file was not checked: EDGEWRIGHT_PLAN_KEY is not set',
} as const;

/** Plans from the live state back to the state before the run, and applies that plan. */
export async function undoRun(asked: Run, rollback: Rollback, choices: ApplyChoices): Promise<number> {
  tellSubject(asked);
  return lockedApply(asked, { choices }, async (run, locked) => {
    const read = await readLocked(unadopting(run), locked);
    const undo = await planUndo(run, { ...read, api: read.api.origin, rollback }, choices);
    if (undo === undefined) return exitCodes.ok;
    return executeApply(run, { ...read, ...undo, afterwards: afterwards(rollback) }, choices);
  });
}

/** An undo adopts nothing: adoptions do not belong to a run. */
function unadopting(run: Run): Run {
  return { ...run, environment: { ...run.environment, adopt: [] } };
}

interface ReadForUndo {
  readonly rollback: Rollback;
  readonly ledger: LedgerState;
  /** Read without adoptions. */
  readonly live: LiveState;
  /** The origin of the API. */
  readonly api: string;
  readonly readAt: Date;
  readonly skew?: number | undefined;
}

/** The plan that undoes a run; undefined, which is said, if nothing of it is left. */
async function planUndo(
  run: Run,
  { rollback, ledger, live, api, readAt, skew }: ReadForUndo,
  gates: GateFlags,
): Promise<(Pick<PlanningRequest, 'desired' | 'secrets'> & { readonly plan: Plan }) | undefined> {
  refuseForeign(rollback, ledger, api);
  const { io, workspace, environment } = run;
  const { approvals } = workspace;
  const target = rollbackTarget(rollback, {
    ledger,
    live,
    drift: environment.drift,
    approvals,
    reverts: gates.allowRevert ?? [],
  });
  for (const kept of target.kept) io.stderr(`note: ${inertLine(rollbackKeptText(kept))}\n`);
  if (target.only.length === 0 && target.leftToApprove.length === 0) {
    io.stdout(`Nothing to undo: run ${rollback.run} is undone already.\n`);
    return undefined;
  }
  const { desired, only, restores, approved } = target;
  const secrets = openSecretsOf(run, desired);
  const undoing: Run = {
    ...run,
    workspace: {
      ...workspace,
      // A change made outside Edgewright is not part of the run, so approvals to revert such changes do not count
      // here.
      approvals: approvals.filter(({ allow }) => allow !== 'revert'),
    },
    environment: { ...unadopting(run).environment, drift: 'report' },
  };
  const plan = await makePlan(undoing, {
    ...{ desired, ledger, live, readAt, skew, secrets, only, restores, approved },
    // An object which the run adopted is not managed any more, and never deleted.
    removed: target.forgotten.map((address) => ({ address, then: 'forget' })),
    handedOver: environment.adopt,
    // The planner would restore what the run applied.
    gates: { ...gates, allowRevert: [], allowEmpty: true },
    comesFrom: 'ledger',
  });
  return { desired, secrets, plan: worded(plan, rollback, target.leftToApprove) };
}

/** `plan --rollback`: the same plan without the lock and with a credential that can only read. */
export async function showUndo(
  run: Run,
  rollback: Rollback,
  flags: PlanFlags,
): Promise<PlannedEnvironment | undefined> {
  tellSubject(run);
  const { io, workspace } = run;
  const ledger = await readLedger(run);
  const readAt = io.clock.now();
  const { environment } = unadopting(run);
  const { live, api } = await readLiveEnvironment({ ...run, environment }, ledger);
  const undo = await planUndo(run, { rollback, ledger, live, api, readAt }, flags);
  if (undo === undefined) return undefined;
  io.stderr(`${afterwards(rollback)}\n`);
  return { workspace, environment, ledger, ...undo, live, api, diagnostics: [], flags };
}

/** Drops the notes about filters, unlisted routes and approvals, which are irrelevant to a rollback. */
function worded(plan: Plan, rollback: Rollback, kept: Plan['steps']): Plan {
  const notes = plan.notes.filter(
    ({ topic }) => topic !== 'filter' && topic !== 'unlisted' && topic !== 'approval',
  );
  return inWordsOfRollback({ ...plan, notes }, rollback, kept);
}

function afterwards({ run }: Rollback): string {
  return `If the files still declare what run ${run} applied, revert them: the next apply would do it again.`;
}

function refuseForeign(rollback: Rollback, ledger: LedgerState, api: string): void {
  const reason =
    rollback.lineage !== ledger.lineage || rollback.environment !== ledger.environment
      ? `is for \`${rollback.environment}\` with the lineage ${rollback.lineage}`
      : rollback.api === api
        ? undefined
        : `was made against ${rollback.api}, not against ${api}`;
  if (reason === undefined) return;
  throw new UserError(exitCodes.unsafe, `the rollback file of run ${rollback.run} ${reason}`);
}
