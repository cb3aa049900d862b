import type { WorkspaceOptions, ApiOptions, ColorOptions, GateFlags } from './options.ts';
import { randomBytes } from 'node:crypto';
import { apply } from '../apply/apply.ts';
import { exitCodeOf } from '../apply/exit-code.ts';
import type { Desired } from '../model/desired.ts';
import { exitCodes } from '../model/errors.ts';
import type { Env, Io } from '../model/io.ts';
import type { Outcome, Plan } from '../model/plan.ts';
import type { Environment, Workspace } from '../model/workspace.ts';
import { isEmpty } from '../plan/exit-code.ts';
import { outcomeLine, outcomesJson, outcomeSummary } from '../report/outcome.ts';
import { planText } from '../report/plan-text.ts';
import { wantsColor } from './color.ts';
import { connectForWriting } from './connect.ts';
import { fingerprintOf } from './fingerprint.ts';
import { openLedger } from './ledger-store.ts';
import { lintForEnvironment } from './lint-workspace.ts';
import { chooseEnvironment, openWorkspace } from './open-workspace.ts';
import { makePlan, startReading } from './planning.ts';
import { openSecrets } from './secrets.ts';

export interface ApplyOptions extends WorkspaceOptions, ApiOptions, ColorOptions, GateFlags {
  readonly env?: string;
  readonly only?: readonly string[];
  readonly secretsDir?: string;
  readonly format: 'text' | 'json';
  readonly concurrency: number;
  readonly yes?: boolean;
}

/** Plans under the lock, shows the plan, does it, and says how each step ended. */
export async function applyEnvironment(io: Io, options: ApplyOptions): Promise<number> {
  const workspace = await openWorkspace(io, options);
  const environment = chooseEnvironment(workspace, options.env);
  const { desired, failure } = await lintForEnvironment(io, workspace, environment.name);
  if (failure !== undefined) return failure;
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
  const fingerprint = fingerprintOf(io, locked.ledger.lineage);
  try {
    const { live } = await startReading({ ...locked, api: connection.api });
    const plan = await makePlan(io, {
      ...locked,
      live: await live(),
      secrets,
      only: options.only ?? [],
      gates: options,
    });
    showPlan(io, plan, options);
    if (plan.refusals.length > 0) return exitCodes.gate;
    if (!isEmpty(plan) && !(await isConfirmed(io, plan, options))) return exitCodes.ok;
    // An empty plan is applied too: it sends nothing, but the ledger learns where a resource is declared now.
    const print = options.format === 'json' ? io.stderr : io.stdout;
    let isFirst = true;
    const { outcomes } = await apply(plan, {
      api: connection.api,
      lock: locked.lock,
      ledger: locked.ledger,
      secrets,
      env: environmentOf(io),
      concurrency: options.concurrency,
      marker: workspace.settings.marker,
      ...(fingerprint === undefined
        ? {}
        : { fingerprint: (uid) => (path, value) => fingerprint(uid, path, value) }),
      signal: io.signal,
      onOutcome: (outcome) => {
        print(`${isFirst ? '\n' : ''}${outcomeLine(outcome)}\n`);
        isFirst = false;
      },
    });
    return finish(io, plan, outcomes, options);
  } finally {
    await connection.close();
  }
}

function showPlan(io: Io, plan: Plan, options: ApplyOptions): void {
  const print = options.format === 'json' ? io.stderr : io.stdout;
  print(planText(plan, { color: wantsColor(io, options), columns: io.columns }));
}

async function isConfirmed(io: Io, plan: Plan, { yes }: ApplyOptions): Promise<boolean> {
  if (yes === true || io.ask === undefined) return true;
  const answer = await io.ask(`apply this to \`${plan.environment}\`? [y/N] `);
  if (/^y(es)?$/i.test(answer.trim())) return true;
  io.stderr('nothing was applied\n');
  return false;
}

function finish(io: Io, plan: Plan, outcomes: readonly Outcome[], { format }: ApplyOptions): number {
  if (outcomes.length === 0 && format === 'text') return exitCodes.ok;
  io.stdout(format === 'json' ? outcomesJson(plan, outcomes) : `\n${outcomeSummary(outcomes)}\n`);
  return exitCodeOf(outcomes, { isInterrupted: io.signal.aborted });
}

function environmentOf(io: Io): Env {
  return { clock: io.clock, random: (bytes) => randomBytes(bytes) };
}
