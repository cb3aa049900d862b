import type { Step } from '../../model/plan/step.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Outcome } from '../../model/plan/outcome.ts';
import { randomBytes } from 'node:crypto';
import { apply } from '../../apply/apply.ts';
import { applyExitCode } from '../../apply/exit-code.ts';
import { drawOp } from '../../apply/make-ready.ts';
import { ledgerRecorder } from '../../apply/recorder.ts';
import { settledBy } from '../../ledger/settle.ts';
import type { WriteApi } from '../../model/api.ts';
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
import {
  appliedText,
  outcomeAdvice,
  outcomeAnnotations,
  outcomeLine,
  outcomesJson,
} from '../../report/plan/outcome.ts';
import { summaryText } from '../../report/plan/summary.ts';
import { inertLine } from '../../report/text/inert.ts';
import { planText } from '../../report/plan/text/plan-text.ts';
import { wantsColor } from '../../cli/color.ts';
import { commandLine } from '../../cli/command-line.ts';
import { fingerprintOf } from '../../session/secrets/fingerprint.ts';
import { applyLine, type ApplyTarget } from '../plan/apply-line.ts';
import type { ApplyOptions } from './apply-options.ts';
import type { Progress } from '../../cli/progress.ts';
import { keepRollback } from './keep-rollback.ts';

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
  readonly rollbacks: RollbackFiles;
  /** The saved plan, as the command line names it. */
  readonly file?: string;
  /** The checksum of the saved plan that counts as applied by this run. */
  readonly spends?: string;
  /** Requested steps that are not done, reported with the other outcomes. */
  readonly left?: readonly Outcome[];
  /** A message printed at the end. */
  readonly afterwards?: string;
}

/**
 * Shows the plan, checks the gates and asks for confirmation, writes the rollback file, applies the plan, and reports
 * how each step ended.
 */
export async function carryOut(io: Io, job: ApplyJob, options: ApplyOptions): Promise<number> {
  const whole = needingSecrets(job.plan);
  const plan = options.stopOnBlocked === true ? stopOnBlocked(whole) : whole;
  const print = options.format === 'json' ? io.stderr : io.stdout;
  const shown = planText(plan, {
    color: wantsColor(io, options),
    columns: io.columns,
    command: applyLine(appliedBy(job, options), options),
    isApplied: true,
  });
  const isFolded = isGithub(io, options);
  if (isFolded) io.stdout(`::group::${inertLine(summaryText(plan))}\n`, 'commands');
  print(shown);
  if (isFolded) io.stdout('::endgroup::\n', 'commands');
  if (isFolded && plan.refusals.length > 0) print(`${summaryText(plan)}\n`);
  if (plan.refusals.length > 0) return exitCodes.gate;
  const env = environmentOf(io);
  const ops = opsOf(plan, env);
  const rollback = await keepRollback(io, { ...job, plan, ops }, options);
  if (rollback.loss !== '') print(`\n${rollback.loss}`);
  job.progress.end();
  const answer = isEmpty(plan) ? 'yes' : await decisionOf(io, job, plan, options);
  if (answer !== 'yes') {
    io.stderr('Nothing was applied.\n');
    return answer === 'no' ? exitCodes.ok : exitCodes.interrupted;
  }
  const ledger = await settle(io, job);
  await rollback.write();
  const outcomes = [...(job.left ?? [])];
  let isFirst = true;
  const line = { columns: io.columns, widest: widestAddress(plan, outcomes) };
  const say = (outcome: Outcome): void => {
    print(`${isFirst ? '\n' : ''}${outcomeLine(outcome, line)}\n`);
    isFirst = false;
    job.progress.stepEnded();
  };
  job.progress.applying(outcomes.length + plan.steps.filter(({ action }) => action !== 'keep').length);
  for (const outcome of outcomes) say(outcome);
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
      onOutcome: say,
    },
  );
  return finish(io, { ...job, undo: rollback.command }, [...outcomes, ...applied.outcomes], options);
}

/** The target as the command line names it. */
function appliedBy({ plan, file }: ApplyJob, { rollback }: ApplyOptions): ApplyTarget {
  if (file !== undefined) return { file };
  return typeof rollback === 'string'
    ? { environment: plan.environment, rollback }
    : { environment: plan.environment };
}

/**
 * Records before the first step what the plan rests on: the doubts that its reading has settled, and a saved plan as
 * applied, so that it is never applied twice, even if it does nothing.
 */
async function settle(io: Io, { lock, ledger, live, spends, api }: ApplyJob): Promise<LedgerState> {
  const at = io.clock.now().toISOString();
  const spent = spends === undefined ? [] : [{ change: 'apply-plan', plan: { id: spends, at } } as const];
  const changes = [...settledBy(ledger, live, new Date(lock.run.at)), ...spent];
  if (changes.length === 0) return ledger;
  await ledgerRecorder(lock, api.origin).record({ type: 'answer', changes });
  return lock.state() ?? ledger;
}

/** The width of the longest address with a line of its own. */
function widestAddress({ steps }: Plan, outcomes: readonly Outcome[]): number {
  const shown = steps.filter(({ action }) => action !== 'keep');
  return Math.max(0, ...[...shown, ...outcomes].map(({ address }) => address.length));
}

/** GitHub folds groups and turns failures into annotations; other systems get plain lines. */
function isGithub({ env }: Io, { format }: ApplyOptions): boolean {
  return env['GITHUB_ACTIONS'] === 'true' && format === 'text';
}

/** `gone`: Ctrl-C or Ctrl-D instead of a reply. */
async function decisionOf(
  io: Io,
  { api }: ApplyJob,
  plan: Plan,
  { yes }: ApplyOptions,
): Promise<'yes' | 'no' | 'gone'> {
  if (yes === true) return 'yes';
  const count = plan.steps.filter(isWrite).length;
  const changes = `${count} ${count === 1 ? 'change' : 'changes'}`;
  const host = api.origin === 'local' ? 'built-in mock API' : api.origin;
  const answer = await io.ask?.(
    count === 0
      ? `Update the ledger of ${plan.environment} (${host})? [y/N] `
      : `Apply ${changes} to ${plan.environment} (${host})? [y/N] `,
  );
  if (answer === undefined) return 'gone';
  return /^y(es)?$/i.test(answer.trim()) ? 'yes' : 'no';
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

function finish(
  io: Io,
  { plan, progress, afterwards, undo }: ApplyJob & { readonly undo: string | undefined },
  outcomes: readonly Outcome[],
  options: ApplyOptions,
): number {
  const { format } = options;
  progress.end();
  const isLog = io.env['CI'] !== undefined && io.env['CI'] !== '';
  if (outcomes.length === 0 && format === 'text' && !isLog) return exitCodes.ok;
  // A normal plan shows nothing about a rollback's open steps, so none is suggested after a rollback.
  const isRollback = options.rollback !== undefined;
  const again = isRollback ? undefined : commandLine(['plan', '--env', plan.environment], options);
  const isUndoable = undo !== undefined && outcomes.some(hasChanged);
  if (format === 'json') {
    io.stdout(outcomesJson(plan, outcomes));
    if (isUndoable) io.stderr(`Undo:    ${undo}\n`);
  } else {
    const advice = outcomeAdvice(outcomes, again);
    const how = [...advice, ...(isUndoable ? [`Undo:    ${undo}`] : [])];
    const sum = appliedText(outcomes);
    // Log searches look for the summary in the last line.
    if (isGithub(io, options))
      for (const line of outcomeAnnotations(outcomes)) io.stdout(`${line}\n`, 'commands');
    const lines = isLog ? [...how, sum] : [sum, ...how];
    io.stdout(`\n${lines.join('\n')}\n`);
  }
  if (afterwards !== undefined) io.stderr(`${afterwards}\n`);
  return applyExitCode(outcomes, { isInterrupted: io.signal.aborted });
}

/**
 * Whether a step does more than update the ledger or nothing; renames and forgetting count, although they send nothing.
 */
function isWrite({ action }: Step): boolean {
  return action !== 'keep' && action !== 'drift' && action !== 'blocked';
}

/** A step whose fields the service kept only in part has changed the object as well. */
function hasChanged({ status, cause, action }: Outcome): boolean {
  return (status === 'done' || cause === 'unkept') && action !== 'keep';
}

/** Draws the ops before the rollback file is written, so that the file can identify the objects created by the run. */
function opsOf({ steps }: Plan, env: Env): ReadonlyMap<Address, string> {
  const created = steps.filter(({ action }) => action === 'create');
  return new Map(created.map(({ address }) => [address, drawOp(env)]));
}

function environmentOf(io: Io): Env {
  return { clock: io.clock, random: (bytes) => randomBytes(bytes) };
}
