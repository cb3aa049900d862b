import { Command, Option } from 'commander';
import { exitCodes } from '../model/errors.ts';
import type { Io } from '../model/io.ts';
import type { Plan } from '../model/plan.ts';
import type { Environment, Workspace } from '../model/workspace.ts';
import { wantsColor } from './color.ts';
import { connectForReading } from './connect.ts';
import { readLedger } from './ledger-store.ts';
import { lintForEnvironment } from './lint-workspace.ts';
import { chooseEnvironments, openWorkspace } from './open-workspace.ts';
import {
  apiOptions,
  colorOption,
  environmentsOption,
  gateOptions,
  onlyOption,
  outputOption,
  secretsOption,
  workspaceOption,
  type ApiOptions,
  type ColorOptions,
  type GateFlags,
  type WorkspaceOptions,
} from './options.ts';
import { makePlan } from './planning.ts';
import type { RunCommand } from './run-command.ts';
import { openSecrets } from './secrets.ts';
import { writeResult } from './write-result.ts';

interface PlanOptions extends WorkspaceOptions, ApiOptions, ColorOptions, GateFlags {
  readonly env?: readonly string[];
  readonly only?: readonly string[];
  readonly secretsDir?: string;
  readonly format: 'text' | 'json';
  readonly output?: string;
  readonly detailedExitcode?: boolean;
}

/** `plan`: the difference between the files and what is live. Reads, and writes nothing. */
export function planCommand(run: RunCommand): Command {
  const command = new Command('plan')
    .description('show what apply would do, with the exact requests; reads the API and writes nothing')
    .addOption(environmentsOption('the environment to plan; may be left out when there is one'))
    .addOption(onlyOption())
    .addOption(new Option('--format <format>', 'how').choices(['text', 'json']).default('text'))
    .option('--detailed-exitcode', 'exit 2 when there are changes or held drift')
    .addOption(secretsOption())
    .addOption(colorOption())
    .addOption(workspaceOption())
    .addOption(outputOption());
  for (const option of [...gateOptions(), ...apiOptions()]) command.addOption(option);
  return command.action(run((io, options: PlanOptions) => planEnvironments(io, options)));
}

async function planEnvironments(io: Io, options: PlanOptions): Promise<number> {
  const workspace = await openWorkspace(io, options);
  const environments = chooseEnvironments(workspace, options.env);
  const plans: Plan[] = [];
  for (const environment of environments) {
    const plan = await planOne(io, workspace, environment, options);
    if (plan === undefined) return exitCodes.configuration;
    plans.push(plan);
  }
  const [{ planText }, { planJson }, { exitCodeOf, worstOf }] = await Promise.all([
    import('../report/plan-text.ts'),
    import('../report/plan-json.ts'),
    import('../plan/exit-code.ts'),
  ]);
  const color = wantsColor(io, options) && options.output === undefined;
  const text =
    options.format === 'json'
      ? planJson(plans)
      : plans.map((plan) => planText(plan, { color, columns: io.columns })).join('\n');
  writeResult(io, text, options.output);
  return worstOf(plans.map((plan) => exitCodeOf(plan, { isDetailed: options.detailedExitcode === true })));
}

async function planOne(
  io: Io,
  workspace: Workspace,
  environment: Environment,
  options: PlanOptions,
): Promise<Plan | undefined> {
  const { desired, hasErrors } = await lintForEnvironment(io, workspace, environment.name);
  if (hasErrors) return undefined;
  const ledger = await readLedger(io, workspace, environment, options);
  const connection = await connectForReading(io, options, {
    root: workspace.root,
    environment: environment.name,
  });
  try {
    return await makePlan(io, {
      workspace,
      environment,
      desired,
      ledger,
      api: connection.api,
      secrets: openSecrets(io, options.secretsDir),
      only: options.only ?? [],
      gates: options,
    });
  } finally {
    await connection.close();
  }
}
