import { exitCodes, UserError, usageError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import type { LedgerState } from '../../../model/ledger/ledger.ts';
import type { LiveState } from '../../../model/live.ts';
import type { Plan } from '../../../model/plan/plan.ts';
import type { Environment } from '../../../model/workspace.ts';
import { readRollback } from '../../../plan/rollback/read-rollback.ts';
import { rollbackTarget } from '../../../plan/rollback/rollback-target.ts';
import { inWordsOfRollback, type Rollback } from '../../../plan/rollback/rollback.ts';
import { documentProblemText } from '../../../report/plan/words/document-problem-words.ts';
import { rollbackKeptText } from '../../../report/plan/words/rollback-words.ts';
import { inertLine } from '../../../report/text/inert.ts';
import type { ApiOptions, WorkspaceOptions } from '../../cli/options.ts';
import type { OpenedEnvironment } from '../../session/workspace/open-environments.ts';
import { makePlan, type PlanningRequest } from '../../plan/make-plan.ts';
import type { PlanFlags, PlannedEnvironment } from '../../plan/planned.ts';
import { readLiveEnvironment } from '../../plan/read-live-environment.ts';
import { openRollbacks, readLedger } from '../../session/ledger/open-ledger-store.ts';
import { tellSubject } from '../../session/follow-run.ts';
import { planKey } from '../../session/saved-plans.ts';
import { openSecretsOf } from '../../session/secrets/secrets.ts';
import { chooseEnvironment, openWorkspace } from '../../session/workspace/open-workspace.ts';
import type { ApplyOptions } from '../apply-options.ts';
import { executeApply } from '../execute-apply.ts';
import { lockedApply, readLocked } from '../locked-apply.ts';

/** The run to undo. Throws `UserError` 64 if it does not exist, 5 if its rollback file cannot be used. */
export async function openUndo(
  io: Io,
  run: string,
  options: WorkspaceOptions & Pick<ApiOptions, 'local' | 'ledger'> & { readonly env?: string | undefined },
): Promise<ToUndo> {
  const workspace = await openWorkspace(io, options);
  const environment = chooseEnvironment(workspace, options.env);
  const files = await openRollbacks(io, workspace, environment, options);
  const names = await files.list();
  const key = planKey(io);
  const text = await files.read(run);
  if (text === undefined) {
    throw usageError(
      `run \`${run}\` of \`${environment.name}\` does not exist or cannot be undone`,
      names.length === 0 ? 'no run can be undone yet' : `runs that can be undone: ${names.join(', ')}`,
    );
  }
  const opened = readRollback(text, { run, key });
  if ('problem' in opened) {
    throw new UserError(
      exitCodes.unsafe,
      `\`${files.shown(run)}\` ${documentProblemText(opened.problem, 'rollback file')}`,
      {
        help: 'restore the former declarations in the files, and apply them',
      },
    );
  }
  if (opened.signature !== 'valid') io.stderr(`note: ${unsigned[opened.signature]}\n`);
  return { workspace, environment, rollback: opened.rollback };
}

const unsigned = {
  none: 'the rollback file is not signed: anyone who can write it can choose what is applied',
  unchecked: 'the signature of the rollback file was not checked: EDGEWRIGHT_PLAN_KEY is not set',
} as const;

export interface ToUndo extends OpenedEnvironment {
  readonly rollback: Rollback;
}

/** Plans from the live state back to the state before the run, and applies that plan. */
export async function undoRun(io: Io, toUndo: ToUndo, options: ApplyOptions): Promise<number> {
  const { workspace, environment, rollback } = toUndo;
  tellSubject(io, { environment: environment.name, lineage: workspace.settings.ledger?.lineage });
  return lockedApply(io, { workspace, environment }, options, async (told, locked) => {
    const read = await readLocked(told, locked, unadopted(environment));
    const undo = await planUndo(told, toUndo, { ...read, api: read.api.origin }, options);
    if (undo === undefined) return exitCodes.ok;
    return executeApply(told, { ...read, ...undo, afterwards: afterwards(rollback) }, options);
  });
}

/** An undo adopts nothing: adoptions do not belong to a run. */
function unadopted(environment: Environment): Environment {
  return { ...environment, adopt: [] };
}

interface ReadForUndo {
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
  io: Io,
  { workspace, environment, rollback }: ToUndo,
  { ledger, live, api, readAt, skew }: ReadForUndo,
  options: Pick<ApplyOptions, 'secretsDir'> & PlanningRequest['gates'] & PlanningRequest['place'],
): Promise<(Pick<PlanningRequest, 'desired' | 'secrets'> & { readonly plan: Plan }) | undefined> {
  refuseForeign(rollback, ledger, api);
  const { approvals } = workspace;
  const target = rollbackTarget(rollback, {
    ledger,
    live,
    drift: environment.drift,
    approvals,
    reverts: options.allowRevert ?? [],
  });
  for (const kept of target.kept) io.stderr(`note: ${inertLine(rollbackKeptText(kept))}\n`);
  if (target.only.length === 0 && target.leftToApprove.length === 0) {
    io.stdout(`Nothing to undo: run ${rollback.run} is undone already.\n`);
    return undefined;
  }
  const { desired, only, restores, approved } = target;
  const secrets = openSecretsOf(io, options.secretsDir, desired);
  const plan = await makePlan(io, {
    ...{ desired, ledger, live, readAt, skew, secrets, only, restores, approved },
    workspace: {
      ...workspace,
      // A change made outside Edgewright is not part of the run, so approvals to revert such changes do not count
      // here.
      approvals: approvals.filter(({ allow }) => allow !== 'revert'),
    },
    // An object which the run adopted is not managed any more, and never deleted.
    removed: target.forgotten.map((address) => ({ address, then: 'forget' })),
    environment: { ...unadopted(environment), drift: 'report' },
    handedOver: environment.adopt,
    // The planner would restore what the run applied.
    gates: { ...options, allowRevert: [], allowEmpty: true },
    place: options,
    comesFrom: 'ledger',
  });
  return { desired, secrets, plan: worded(plan, rollback, target.leftToApprove) };
}

/** `plan --rollback`: the same plan without the lock and with a credential that can only read. */
export async function showUndo(
  io: Io,
  toUndo: ToUndo,
  options: PlanFlags,
): Promise<PlannedEnvironment | undefined> {
  const { workspace, environment, rollback } = toUndo;
  tellSubject(io, { environment: environment.name, lineage: workspace.settings.ledger?.lineage });
  const ledger = await readLedger(io, workspace, environment, options);
  const readAt = io.clock.now();
  const about = { workspace, environment: unadopted(environment), ledger };
  const { live, api } = await readLiveEnvironment(io, about, options);
  const undo = await planUndo(io, toUndo, { ledger, live, api, readAt }, options);
  if (undo === undefined) return undefined;
  io.stderr(`${afterwards(rollback)}\n`);
  return { ...about, ...undo, live, api, diagnostics: [], flags: options };
}

/** Drops the notes about filters, unlisted routes and approvals, which are irrelevant to a rollback. */
function worded(plan: Plan, rollback: Rollback, held: Plan['steps']): Plan {
  const notes = plan.notes.filter(
    ({ topic }) => topic !== 'filter' && topic !== 'unlisted' && topic !== 'approval',
  );
  return inWordsOfRollback({ ...plan, notes }, rollback, held);
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
