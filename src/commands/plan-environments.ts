import type { WorkspaceOptions, ApiOptions, ColorOptions, GateFlags } from './options.ts';
import type { ExitCode } from '../model/errors.ts';
import type { Io } from '../model/io.ts';
import type { Plan } from '../model/plan.ts';
import type { Environment, Workspace, WorkspaceHead } from '../model/workspace.ts';
import { exitCodeOf, worstOf } from '../plan/exit-code.ts';
import { planJson } from '../report/plan-json.ts';
import { planText } from '../report/plan-text.ts';
import { wantsColor } from './color.ts';
import { connectForReading } from './connect.ts';
import { readLedger } from './ledger-store.ts';
import { inTurns } from './in-turns.ts';
import { lintForEnvironment } from './lint-workspace.ts';
import { beginWorkspace, chooseEnvironments } from './open-workspace.ts';
import { makePlan, startReading } from './planning.ts';
import { openSecrets } from './secrets.ts';
import { writeResult } from './write-result.ts';

export interface PlanOptions extends WorkspaceOptions, ApiOptions, ColorOptions, GateFlags {
  readonly env?: readonly string[];
  readonly only?: readonly string[];
  readonly secretsDir?: string;
  readonly format: 'text' | 'json';
  readonly output?: string;
  readonly detailedExitcode?: boolean;
}

/** Plans each environment and prints the plans; the exit code is the worst of them. */
export async function planEnvironments(io: Io, options: PlanOptions): Promise<number> {
  const opened = await beginWorkspace(io, options);
  const environments = chooseEnvironments(opened, options.env);
  let reading: Promise<Workspace> | undefined;
  const read = (): Promise<Workspace> => (reading ??= inTurns(opened.read()));
  const plans: Plan[] = [];
  for (const environment of environments) {
    const plan = await planOne(io, { head: opened, read, environment }, options);
    if (typeof plan === 'number') return plan;
    plans.push(plan);
  }
  const color = wantsColor(io, options) && options.output === undefined;
  const text =
    options.format === 'json'
      ? planJson(plans)
      : plans
          .map((plan) => planText(plan, { color, columns: io.columns, next: nextCommand(plan, options) }))
          .join('\n');
  writeResult(io, text, options.output);
  return worstOf(plans.map((plan) => exitCodeOf(plan, { isDetailed: options.detailedExitcode === true })));
}

/** What applies just this plan. */
function nextCommand({ environment }: Plan, { local, fixture, only = [] }: PlanOptions): string {
  const words = [
    `edgewright apply --env ${environment}`,
    ...(local === true ? ['--local'] : []),
    ...(fixture === undefined ? [] : [`--fixture ${shellWord(fixture)}`]),
    ...only.map((filter) => `--only ${shellWord(filter)}`),
  ];
  return words.join(' ');
}

function shellWord(word: string): string {
  return /^[\w/=.-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

interface ToPlan {
  readonly head: WorkspaceHead;
  /** Reads the resource files, the first time. */
  readonly read: () => Promise<Workspace>;
  readonly environment: Environment;
}

/** The plan, or the exit code where the files are wrong. */
async function planOne(
  io: Io,
  { head, read, environment }: ToPlan,
  options: PlanOptions,
): Promise<Plan | ExitCode> {
  const ledger = await readLedger(io, head, environment, options);
  const where = { root: head.root, environment: environment.name };
  const connection = await connectForReading(io, options, where);
  try {
    // What is live depends on the ledger and `adopt:` alone, so the files are read and judged while the API answers.
    const { live } = await startReading({ api: connection.api, ledger, workspace: head, environment });
    const workspace = await read();
    const { desired, failure } = await lintForEnvironment(io, workspace, environment.name, ledger);
    if (failure !== undefined) return failure;
    return await makePlan(io, {
      workspace,
      environment,
      desired,
      ledger,
      live: await live(),
      secrets: openSecrets(io, options.secretsDir),
      only: options.only ?? [],
      gates: options,
    });
  } finally {
    await connection.close();
  }
}
