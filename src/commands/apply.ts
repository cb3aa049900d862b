import { Command, Option } from 'commander';
import { randomBytes } from 'node:crypto';
import { exitCodes } from '../model/errors.ts';
import type { Desired } from '../model/desired.ts';
import type { Env, Io } from '../model/io.ts';
import type { Outcome, Plan } from '../model/plan.ts';
import type { Environment, Workspace } from '../model/workspace.ts';
import { wantsColor } from './color.ts';
import { connectForWriting } from './connect.ts';
import { openLedger } from './ledger-store.ts';
import { lintForEnvironment } from './lint-workspace.ts';
import { chooseEnvironment, openWorkspace } from './open-workspace.ts';
import {
  apiOptions,
  colorOption,
  environmentOption,
  gateOptions,
  onlyOption,
  secretsOption,
  workspaceOption,
  type ApiOptions,
  type ColorOptions,
  type GateFlags,
  type WorkspaceOptions,
} from './options.ts';
import { makePlan } from './planning.ts';
import { wholeNumber, type RunCommand } from './run-command.ts';
import { openSecrets } from './secrets.ts';

interface ApplyOptions extends WorkspaceOptions, ApiOptions, ColorOptions, GateFlags {
  readonly env?: string;
  readonly only?: readonly string[];
  readonly secretsDir?: string;
  readonly format: 'text' | 'json';
  readonly concurrency: number;
  readonly yes?: boolean;
}

/** `apply`: plans under the lock, shows the plan, does it. */
export function applyCommand(run: RunCommand): Command {
  const command = new Command('apply')
    .description('make what is live what the files say, and keep the ids in the ledger')
    .addOption(environmentOption('the environment to apply; may be left out when there is one'))
    .addOption(onlyOption())
    .option('-y, --yes', 'do not ask; nothing is asked where nobody is at the terminal')
    .option('--concurrency <number>', 'writes under way at once', wholeNumber, 8)
    .addOption(new Option('--format <format>', 'how').choices(['text', 'json']).default('text'))
    .addOption(secretsOption())
    .addOption(colorOption())
    .addOption(workspaceOption());
  for (const option of [...gateOptions(), ...apiOptions()]) command.addOption(option);
  return command.action(run((io, options: ApplyOptions) => applyEnvironment(io, options)));
}

async function applyEnvironment(io: Io, options: ApplyOptions): Promise<number> {
  const workspace = await openWorkspace(io, options);
  const environment = chooseEnvironment(workspace, options.env);
  const { desired, hasErrors } = await lintForEnvironment(io, workspace, environment.name);
  if (hasErrors) return exitCodes.configuration;
  const { lock, ledger } = await openLedger(io, workspace, environment, options);
  try {
    return await applyLocked(io, { workspace, environment, desired, ledger, lock }, options);
  } finally {
    await lock.release();
  }
}

interface Locked extends Awaited<ReturnType<typeof openLedger>> {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly desired: readonly Desired[];
}

async function applyLocked(io: Io, locked: Locked, options: ApplyOptions): Promise<number> {
  const { workspace, environment } = locked;
  const connection = await connectForWriting(io, options, {
    root: workspace.root,
    environment: environment.name,
  });
  const secrets = openSecrets(io, options.secretsDir);
  try {
    const plan = await makePlan(io, {
      ...locked,
      api: connection.api,
      secrets,
      only: options.only ?? [],
      gates: options,
    });
    await showPlan(io, plan, options);
    const { isEmpty } = await import('../plan/exit-code.ts');
    if (plan.refusals.length > 0) return exitCodes.gate;
    if (isEmpty(plan)) return exitCodes.ok;
    if (!(await isConfirmed(io, plan, options))) return exitCodes.ok;
    const { apply } = await import('../apply/apply.ts');
    const { outcomeLine } = await import('../report/outcome.ts');
    const print = options.format === 'json' ? io.stderr : io.stdout;
    const { outcomes } = await apply(plan, {
      api: connection.api,
      lock: locked.lock,
      ledger: locked.ledger,
      secrets,
      env: environmentOf(io),
      concurrency: options.concurrency,
      marker: workspace.settings.marker,
      signal: io.signal,
      onOutcome: (outcome) => print(`${outcomeLine(outcome)}\n`),
    });
    return await finish(io, plan, outcomes, options);
  } finally {
    await connection.close();
  }
}

async function showPlan(io: Io, plan: Plan, options: ApplyOptions): Promise<void> {
  const { planText } = await import('../report/plan-text.ts');
  const print = options.format === 'json' ? io.stderr : io.stdout;
  print(`${planText(plan, { color: wantsColor(io, options), columns: io.columns })}\n`);
}

async function isConfirmed(io: Io, plan: Plan, { yes }: ApplyOptions): Promise<boolean> {
  if (yes === true || io.ask === undefined) return true;
  const answer = await io.ask(`apply this to \`${plan.environment}\`? [y/N] `);
  if (/^y(es)?$/i.test(answer.trim())) return true;
  io.stderr('nothing was applied\n');
  return false;
}

async function finish(
  io: Io,
  plan: Plan,
  outcomes: readonly Outcome[],
  { format }: ApplyOptions,
): Promise<number> {
  const [{ outcomeSummary, outcomesJson }, { exitCodeOf }] = await Promise.all([
    import('../report/outcome.ts'),
    import('../apply/exit-code.ts'),
  ]);
  io.stdout(format === 'json' ? outcomesJson(plan, outcomes) : `\n${outcomeSummary(outcomes)}\n`);
  return exitCodeOf(outcomes, { isInterrupted: io.signal.aborted });
}

function environmentOf(io: Io): Env {
  return { clock: io.clock, random: (bytes) => randomBytes(bytes) };
}
