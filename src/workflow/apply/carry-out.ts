import type { Plan } from '../../model/plan/plan.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';
import type { Outcome } from '../../model/plan/outcome.ts';
import { randomBytes } from 'node:crypto';
import { apply } from '../../apply/apply.ts';
import { applyExitCode } from '../../apply/exit-code.ts';
import { drawOp } from '../../apply/make-ready.ts';
import { ledgerRecorder } from '../../apply/recorder.ts';
import { knownValues } from '../../derive/secrets/known-values.ts';
import type { WriteApi } from '../../model/api.ts';
import type { Desired } from '../../model/desired.ts';
import { exitCodes } from '../../model/errors.ts';
import type { Env, Io } from '../../model/io.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { LedgerLock, RollbackFiles } from '../../model/ledger-store.ts';
import type { LiveState } from '../../model/live.ts';
import type { SecretLookup } from '../../model/secret.ts';
import type { Address, Settings } from '../../model/workspace.ts';
import { isEmpty } from '../../plan/finish/exit-code.ts';
import { needingSecrets } from '../../plan/gates/needs-secrets.ts';
import { stopOnBlocked } from '../../plan/gates/stop-on-blocked.ts';
import { summaryText } from '../../report/plan/summary.ts';
import { inertLine } from '../../report/text/inert.ts';
import { planText } from '../../report/plan/text/plan-text.ts';
import { wantsColor } from '../../cli/color.ts';
import { fingerprintOf } from '../../session/secrets/fingerprint.ts';
import { applyLine, type ApplyTarget } from '../plan/apply-line.ts';
import { settleDoubts, type Settled } from '../plan/settle-doubts.ts';
import type { ApplyOptions } from './apply-options.ts';
import type { Progress } from '../../cli/progress.ts';
import { confirm } from './confirm.ts';
import { keepRollback } from './keep-rollback.ts';
import { runScreen } from './run-screen.ts';
import { summarize } from './summarize.ts';

/** A plan to apply under the lock, and everything needed to apply it. */
export interface ApplyJob {
  readonly plan: Plan;
  readonly api: WriteApi;
  readonly lock: LedgerLock;
  readonly progress: Progress;
  readonly ledger: LedgerState;
  readonly secrets: SecretLookup;
  readonly settings: Settings;
  /** The live state that the plan was made from. */
  readonly live: LiveState;
  readonly desired: readonly Pick<Desired, 'address'>[];
  readonly rollbacks: RollbackFiles;
  /** The saved plan, as the command line names it. */
  readonly file?: string;
  /** The checksum of the saved plan that counts as applied by this run. */
  readonly spends?: string;
  /** Requested steps that are not done, reported with the other outcomes. */
  readonly left?: readonly Outcome[];
  /** A message printed at the end, unless every step was left alone. */
  readonly afterwards?: string;
}

/**
 * Shows the plan, checks the gates and asks for confirmation, writes the rollback file, applies the plan, and reports
 * how each step ended.
 */
export async function carryOut(io: Io, asked: ApplyJob, options: ApplyOptions): Promise<number> {
  const job = withoutDoubts(io, asked);
  const whole = needingSecrets(job.plan);
  const plan = options.stopOnBlocked === true ? stopOnBlocked(whole) : whole;
  const { api, lock, progress, file, left = [] } = job;
  const isFolded = isGithub(io, options);
  const screen = runScreen(io, { plan, run: lock.run.id, isGithub: isFolded });
  const tell = (event: RunEvent): void => {
    screen(event);
    progress.follow(event);
    io.tell?.(event);
  };
  const { run, takenFrom } = lock;
  tell({ event: 'start', run, ...(takenFrom === undefined ? {} : { takenFrom }), api: api.origin, plan });
  showPlan(io, { ...job, plan }, options);
  if (plan.refusals.length > 0) return exitCodes.gate;
  const env = environmentOf(io);
  const ops = opsOf(plan, env);
  const rollback = await keepRollback(io, { ...job, plan, ops }, options);
  if (rollback.loss !== '') io.stdout(`\n${rollback.loss}`);
  progress.end();
  const answer = isEmpty(plan) ? 'yes' : await confirm(io, { plan, origin: api.origin }, options);
  if (answer !== 'yes') {
    io.stderr('Nothing was applied.\n');
    return answer === 'no' ? exitCodes.ok : exitCodes.interrupted;
  }
  const ledger = await settle(io, job, tell);
  await rollback.write();
  const ended = (outcome: Outcome): void => tell({ event: 'step-ended', outcome });
  tell({ event: 'apply', left });
  for (const outcome of left) ended(outcome);
  // An empty plan is applied too: it sends nothing, but the ledger records where each resource is declared now.
  const fingerprint = fingerprintOf(io, ledger.lineage);
  sayWhenInterrupted(io);
  const applied = await apply(
    { ...plan, serial: ledger.serial },
    {
      ...job,
      env,
      ops,
      concurrency: options.concurrency,
      marker: job.settings.marker,
      secretNames: job.settings.secrets.keys(),
      ...(fingerprint === undefined
        ? {}
        : { fingerprint: (uid) => (path, value) => fingerprint(uid, path, value) }),
      signal: io.signal,
      urgent: io.urgent,
      onWait: ({ address }, milliseconds) =>
        tell({ event: 'wait', for: 'unsettled', seconds: Math.ceil(milliseconds / 1000), address }),
      onStart: (step) => tell({ event: 'step-started', step }),
      onOutcome: ended,
    },
  );
  progress.end();
  const outcomes = [...left, ...applied.outcomes];
  tell(summarize({ plan, left, outcomes, lock, file, undo: rollback.command }, options));
  if (job.afterwards !== undefined && outcomes.some(isTried)) io.stderr(`${job.afterwards}\n`);
  return applyExitCode(outcomes, { isInterrupted: io.signal.aborted });
}

function isTried({ status }: Outcome): boolean {
  return status !== 'drifted' && status !== 'blocked' && status !== 'skipped';
}

/** In a GitHub job the plan is a group. */
function showPlan(io: Io, job: ApplyJob, options: ApplyOptions): void {
  const { plan } = job;
  const shown = planText(plan, {
    color: wantsColor(io, options),
    columns: io.columns,
    command: applyLine(appliedBy(job, options), options),
    isApplied: true,
  });
  const summary = summaryText(plan);
  const isFolded = isGithub(io, options);
  if (isFolded) io.stdout(`::group::${inertLine(summary)}\n`, 'commands');
  io.stdout(shown);
  if (isFolded) io.stdout('::endgroup::\n', 'commands');
  if (isFolded && plan.refusals.length > 0) io.stdout(`${summary}\n`);
}

/** The target as the command line names it. */
function appliedBy({ plan, file }: ApplyJob, { rollback }: ApplyOptions): ApplyTarget {
  if (file !== undefined) return { file };
  return typeof rollback === 'string'
    ? { environment: plan.environment, rollback }
    : { environment: plan.environment };
}

interface SettledJob extends ApplyJob {
  /** The doubts that the reading of the API has settled; not recorded yet. */
  readonly settled: Settled;
}

/** The job with the ledger and the live state from which the plan was made. */
function withoutDoubts(io: Io, job: ApplyJob): SettledJob {
  const { lock, secrets, settings, desired } = job;
  const settled = settleDoubts(job, {
    readAt: new Date(lock.run.at),
    declared: new Set(desired.map(({ address }) => address)),
    secrets,
    isSecret: knownValues(settings.secrets.keys(), secrets),
    fingerprint: fingerprintOf(io, job.ledger.lineage),
  });
  const { ledger, live } = settled;
  return { ...job, ledger, live, settled };
}

/**
 * Records before the first step what the plan rests on: the doubts that its reading has settled, and a saved plan as
 * applied, so that it is never applied twice, even if it does nothing.
 */
async function settle(
  io: Io,
  { lock, ledger, settled, spends, api }: SettledJob,
  tell: (event: RunEvent) => void,
): Promise<LedgerState> {
  const at = io.clock.now().toISOString();
  const spent = spends === undefined ? [] : [{ change: 'apply-plan', plan: { id: spends, at } } as const];
  const changes = [...settled.changes, ...spent];
  if (changes.length === 0) return ledger;
  await ledgerRecorder(lock, api.origin).record({ type: 'answer', changes });
  for (const { address, as } of settled.requests) tell({ event: 'settled', address, as });
  return lock.state() ?? ledger;
}

/** GitHub folds groups and turns failures into annotations; other systems, and other formats, get plain lines. */
function isGithub({ env }: Io, { format = [] }: ApplyOptions): boolean {
  return (
    env['GITHUB_ACTIONS'] === 'true' && format.every((one) => one.format === 'text' || one.file !== undefined)
  );
}

function sayWhenInterrupted(io: Io): void {
  const say = (): void =>
    io.stderr('Stopping: requests in flight are finished. Press Ctrl-C again to stop at once.\n');
  if (io.signal.aborted) {
    say();
    return;
  }
  io.signal.addEventListener('abort', say, { once: true });
}

/** Draws the ops before the rollback file is written, so that the file can identify the objects created by the run. */
function opsOf({ steps }: Plan, env: Env): ReadonlyMap<Address, string> {
  const created = steps.filter(({ action }) => action === 'create');
  return new Map(created.map(({ address }) => [address, drawOp(env)]));
}

function environmentOf(io: Io): Env {
  return { clock: io.clock, random: (bytes) => randomBytes(bytes) };
}
