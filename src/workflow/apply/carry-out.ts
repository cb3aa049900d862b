import { randomBytes } from 'node:crypto';
import { apply } from '../../apply/apply.ts';
import { applyExitCode } from '../../apply/exit-code.ts';
import { drawOp } from '../../apply/make-ready.ts';
import { advanced, withPlan } from '../../ledger/state.ts';
import type { WriteApi } from '../../model/api.ts';
import { exitCodes } from '../../model/errors.ts';
import type { Env, Io } from '../../model/io.ts';
import type { LedgerLock, LedgerState } from '../../model/ledger.ts';
import type { LiveState } from '../../model/live.ts';
import type { Outcome, Plan } from '../../model/plan.ts';
import type { SecretLookup } from '../../model/secret.ts';
import type { Address, Settings } from '../../model/workspace.ts';
import { isEmpty } from '../../plan/finish/exit-code.ts';
import { needingSecrets } from '../../plan/gates/needs-secrets.ts';
import { stopOnBlocked } from '../../plan/gates/stop-on-blocked.ts';
import { outcomeLine, outcomesJson, outcomeSummary } from '../../report/plan/outcome.ts';
import { planText } from '../../report/plan/text/plan-text.ts';
import { wantsColor } from '../../cli/color.ts';
import { commandLine } from '../../cli/command-line.ts';
import { fingerprintOf } from '../../session/secrets/fingerprint.ts';
import { applyCommand, type Applied } from '../plan/apply-command.ts';
import type { ApplyOptions } from './apply-options.ts';
import type { Progress } from '../../cli/progress.ts';
import { keepRollback, type RollbackPlace } from './keep-rollback.ts';

/** What there is to do, under the lock, and what it is done with. */
export interface Deed {
  readonly plan: Plan;
  readonly api: WriteApi;
  readonly lock: LedgerLock;
  readonly progress: Progress;
  readonly ledger: LedgerState;
  readonly secrets: SecretLookup;
  readonly settings: Settings;
  /** What the plan was made by. */
  readonly live: LiveState;
  /** Where the way back is kept. */
  readonly place: RollbackPlace;
  /** The saved plan, as the command line names it. */
  readonly file?: string;
  /** The saved plan that is spent by this. */
  readonly spends?: string;
  /** What was asked for and is not done: said with the outcomes. */
  readonly left?: readonly Outcome[];
  /** What to say when all is over. */
  readonly afterwards?: string;
}

/** Shows the plan, lets gates and a person decide, keeps the way back, does it, and says how each step ended. */
export async function carryOut(io: Io, deed: Deed, options: ApplyOptions): Promise<number> {
  const whole = needingSecrets(deed.plan);
  const plan = options.stopOnBlocked === true ? stopOnBlocked(whole) : whole;
  const print = options.format === 'json' ? io.stderr : io.stdout;
  print(
    planText(plan, {
      color: wantsColor(io, options),
      columns: io.columns,
      command: applyCommand(appliedBy(deed, options), options),
      isApplied: true,
    }),
  );
  if (plan.refusals.length > 0) return exitCodes.gate;
  const env = environmentOf(io);
  const ops = opsOf(plan, env);
  const rollback = await keepRollback(io, { ...deed, plan, ops }, options);
  if (rollback.loss !== '') print(`\n${rollback.loss}`);
  deed.progress.end();
  const answer = isEmpty(plan) ? 'yes' : await decisionOf(io, plan, options);
  if (answer !== 'yes') {
    io.stderr('Nothing was applied.\n');
    return answer === 'no' ? exitCodes.ok : exitCodes.interrupted;
  }
  const ledger = await spend(io, deed);
  await rollback.write();
  const outcomes = [...(deed.left ?? [])];
  let isFirst = true;
  const say = (outcome: Outcome): void => {
    print(`${isFirst ? '\n' : ''}${outcomeLine(outcome)}\n`);
    isFirst = false;
    deed.progress.stepEnded();
  };
  deed.progress.applying(outcomes.length + plan.steps.filter(({ action }) => action !== 'keep').length);
  for (const outcome of outcomes) say(outcome);
  // An empty plan is applied too: it sends nothing, but the ledger learns where a resource is declared now.
  const fingerprint = fingerprintOf(io, ledger.lineage);
  sayWhenInterrupted(io);
  const applied = await apply(
    { ...plan, serial: ledger.serial },
    {
      ...deed,
      ledger,
      env,
      ops,
      concurrency: options.concurrency,
      marker: deed.settings.marker,
      ...(fingerprint === undefined
        ? {}
        : { fingerprint: (uid) => (path, value) => fingerprint(uid, path, value) }),
      signal: io.signal,
      urgent: io.urgent,
      onOutcome: say,
    },
  );
  return finish(io, { ...deed, undo: rollback.command }, [...outcomes, ...applied.outcomes], options);
}

/** What the command line names. */
function appliedBy({ plan, file }: Deed, { rollback }: ApplyOptions): Applied {
  if (file !== undefined) return { file };
  return typeof rollback === 'string'
    ? { environment: plan.environment, rollback }
    : { environment: plan.environment };
}

/** A saved plan is spent before its first step, so that it is never done twice, also when it does nothing. */
async function spend(io: Io, { lock, ledger, spends, api }: Deed): Promise<LedgerState> {
  if (spends === undefined) return ledger;
  const bound = ledger.api === '' ? { ...ledger, api: api.origin } : ledger;
  const spent = advanced(withPlan(bound, { id: spends, at: io.clock.now().toISOString() }), lock.fence);
  await lock.replace(spent);
  return spent;
}

/** `gone`: whoever was asked pressed Ctrl-C instead. */
async function decisionOf(io: Io, plan: Plan, { yes }: ApplyOptions): Promise<'yes' | 'no' | 'gone'> {
  if (yes === true) return 'yes';
  const answer = await io.ask?.(`apply this to \`${plan.environment}\`? [y/N] `);
  if (answer === undefined) return 'gone';
  return /^y(es)?$/i.test(answer.trim()) ? 'yes' : 'no';
}

function sayWhenInterrupted(io: Io): void {
  const say = (): void =>
    io.stderr('stopping: the requests in flight are finished; once more to wait for none of them\n');
  if (io.signal.aborted) {
    say();
    return;
  }
  io.signal.addEventListener('abort', say, { once: true });
}

function finish(
  io: Io,
  { plan, progress, afterwards, undo }: Deed & { readonly undo: string | undefined },
  outcomes: readonly Outcome[],
  options: ApplyOptions,
): number {
  const { format } = options;
  progress.end();
  if (outcomes.length === 0 && format === 'text') return exitCodes.ok;
  // A plan goes forward: it shows nothing of what a rollback has left.
  const isRollback = options.rollback !== undefined;
  const again = isRollback ? undefined : commandLine(['plan', '--env', plan.environment], options);
  io.stdout(format === 'json' ? outcomesJson(plan, outcomes) : `\n${outcomeSummary(outcomes, again)}\n`);
  if (undo !== undefined && outcomes.some(hasChanged))
    (format === 'json' ? io.stderr : io.stdout)(`Undo: ${undo}\n`);
  if (afterwards !== undefined) io.stderr(`${afterwards}\n`);
  return applyExitCode(outcomes, { isInterrupted: io.signal.aborted });
}

/** What the service kept in part has changed the object all the same. */
function hasChanged({ status, cause, action }: Outcome): boolean {
  return (status === 'done' || cause === 'unkept') && action !== 'keep';
}

/** Drawn before the way back is written, so that it can say which objects are the run's. */
function opsOf({ steps }: Plan, env: Env): ReadonlyMap<Address, string> {
  const created = steps.filter(({ action }) => action === 'create');
  return new Map(created.map(({ address }) => [address, drawOp(env)]));
}

function environmentOf(io: Io): Env {
  return { clock: io.clock, random: (bytes) => randomBytes(bytes) };
}
