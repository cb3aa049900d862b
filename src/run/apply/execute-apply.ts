import type { Run } from '../session/run.ts';
import type { ApplyJob } from './apply-job.ts';
import type { ApplyChoices } from './apply-options.ts';
import { withoutUnknownOutcomes, type SettledJob, recordSettled } from './settle-first.ts';
import { groupsInGithub, showPlanToApply } from './show-plan-to-apply.ts';
import { runScreen } from './run-screen.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { closedFor, closedError, inWindow } from './closed-now.ts';
import { exitCodes, type ExitCode } from '../../model/exit-codes.ts';
import { keepRollback, type KeptRollback } from './rollback/keep-rollback.ts';
import { isEmpty } from '../../plan/finish/is-empty-plan.ts';
import { confirm } from './confirm.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { withFailOn } from '../../plan/gates/fail-on.ts';
import { needingSecrets } from '../../plan/gates/needing-secrets.ts';
import type { Env, Io } from '../../model/io.ts';
import type { Address } from '../../model/workspace/address.ts';
import type { Outcome } from '../../model/plan/step-outcome.ts';
import { fingerprintOf } from '../session/secrets/fingerprint.ts';
import { apply } from '../../apply/apply.ts';
import { summarize } from './summarize.ts';
import { flagsAgain } from '../plan/apply-line.ts';
import { applyExitCode } from '../../apply/run-exit-code.ts';
import { drawNonce } from '../../derive/forms/marker.ts';
import type { LiveState } from '../../model/live.ts';
import { serviceClock } from '../../remote/api/service-time.ts';
import { randomBytes } from 'node:crypto';
import { shownSteps } from '../../report/plan/summary.ts';
import { verdictOf } from '../../report/plan/verdict.ts';
import type { ApplyTime } from '../../model/plan/schedule.ts';
import { inertLine } from '../../report/text/inert.ts';
import { skipText } from '../../report/plan/words/skip-text.ts';
import { planExitCode } from '../../plan/finish/exit-code.ts';

/**
 * Shows the plan, checks the gates and asks for confirmation, writes the rollback file, applies the plan, and reports
 * how each step ended.
 */
export async function executeApply(run: Run, asked: ApplyJob, choices: ApplyChoices): Promise<number> {
  const { io } = run;
  const settled = withoutUnknownOutcomes(run, asked);
  const plan = planToApply(run, settled.plan, choices);
  const job = { ...settled, plan };
  const { api, lock, progress } = job;
  const isGrouped = groupsInGithub(io, choices);
  const isQuiet = choices.auto === true && isIdle(plan) && job.settled.changes.length === 0;
  const screen = isQuiet
    ? (): void => undefined
    : runScreen(io, { plan, run: lock.run.id, isGithub: isGrouped });
  const tell = (event: RunEvent): void => {
    screen(event);
    progress.follow(event);
    io.tell?.(event);
  };
  const { takenFrom } = lock;
  tell({ event: 'start', run: lock.run, ...withoutUndefined({ takenFrom }), api: api.origin, plan });
  const closed = closedFor(run);
  if (choices.auto === true && closed !== undefined && !isQuiet && plan.refusals.length === 0)
    return waitForWindow(io, { plan, time: closed }, tell);
  if (isQuiet) io.stdout(`${idleLine(plan)}\n`);
  else showPlanToApply(run, job, choices);
  if (plan.refusals.length > 0) return exitCodes.gate;
  const env = envOf(io, api);
  const ops = opsOf(plan, env);
  const rollback = await keepRollback(run, { ...job, ops });
  if (rollback.loss !== '') io.stdout(`\n${rollback.loss}`);
  progress.end();
  const answer = isEmpty(plan) ? 'yes' : await confirm(io, { plan, origin: api.origin }, choices);
  if (answer !== 'yes') {
    io.stderr('Nothing was applied.\n');
    return answer === 'no' ? exitCodes.ok : exitCodes.interrupted;
  }
  // A person may have taken their time to answer.
  const late = isEmpty(plan) ? undefined : closedFor(run);
  if (late !== undefined) throw closedError(plan.environment, late);
  return applyConfirmed(run, { job, env, ops, rollback, tell }, choices);
}

/** The plan with the refusals of this apply. That of a shard has them already, of the whole. */
function planToApply(run: Run, plan: Plan, { failOn = [] }: ApplyChoices): Plan {
  const open = inWindow(plan, run);
  return withFailOn(open.shard === undefined ? needingSecrets(open) : open, failOn);
}

interface ConfirmedApply {
  readonly job: SettledJob;
  readonly env: Env;
  /** The nonces of the creates, as the rollback file has them. */
  readonly ops: ReadonlyMap<Address, string>;
  readonly rollback: KeptRollback;
  readonly tell: (event: RunEvent) => void;
}

/** Sends the requests of a plan that nothing stops any more. */
async function applyConfirmed(
  run: Run,
  { job, env, ops, rollback, tell }: ConfirmedApply,
  choices: ApplyChoices,
): Promise<number> {
  const { io } = run;
  const { plan, lock, progress, file, left = [] } = job;
  const { marker } = run.workspace.settings;
  const ledger = await recordSettled(io, job, tell);
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
      marker,
      seen: idsIn(job.live),
      handedOver: new Set(run.environment.adopt.map(({ id }) => id)),
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
  const lost = lock.failure();
  if (choices.auto === true && lost?.isOvertaken === true) throw lost;
  const outcomes = [...left, ...applied.outcomes];
  const summary = { plan, left, outcomes, lock, file, marker, undo: rollback.command };
  tell(summarize(summary, flagsAgain(run, choices)));
  if (job.afterwards !== undefined && outcomes.some(isTried)) io.stderr(`${job.afterwards}\n`);
  return applyExitCode(outcomes, { isInterrupted: io.signal.aborted });
}

function isTried({ status }: Outcome): boolean {
  return status !== 'drifted' && status !== 'blocked' && status !== 'skipped';
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
  return new Map(created.map(({ address }) => [address, drawNonce(env)]));
}

/** The ids of all objects that were read. */
function idsIn({ listed, known, orphans }: LiveState): ReadonlySet<string> {
  const read = [...listed, ...known.values(), ...orphans.values()];
  return new Set(read.flatMap((live) => (live === 'missing' ? [] : [live.id])));
}

/** The times of records are those of the service: other machines compare them with theirs. */
function envOf(io: Io, api: ApplyJob['api']): Env {
  return { clock: serviceClock(io.clock, api), random: (bytes) => randomBytes(bytes) };
}

/** Whether there is nothing to apply, to refuse and to show. */
function isIdle(plan: Plan): boolean {
  return plan.refusals.length === 0 && shownSteps(plan).length === 0;
}

/** `production: No changes: live matches the files.` */
function idleLine(plan: Plan): string {
  return `${plan.environment}: ${verdictOf(plan, () => undefined).sentences.join(' ')}`;
}

/**
 * A scheduled apply while apply may not run says in one line what waits. The exit code is that of the plan: a schedule
 * is not to fail all night because of a window that opens in the morning, and drift, a refusal or an unknown outcome
 * count as they would inside the window.
 */
function waitForWindow(
  io: Io,
  { plan, time }: { readonly plan: Plan; readonly time: ApplyTime },
  tell: (event: RunEvent) => void,
): ExitCode {
  const { environment } = plan;
  const skipped = { event: 'skipped', environment, why: { code: 'closed', time, plan } } as const;
  tell(skipped);
  io.stdout(`${inertLine(skipText(skipped))}\n`);
  return planExitCode(plan);
}
