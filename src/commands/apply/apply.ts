import { Command, InvalidArgumentError, Option } from 'commander';
import { type RunCommand } from '../../run/cli/run-command.ts';
import { commandLine, envWords } from '../../run/cli/command-line.ts';
import {
  apiOptions,
  colorOption,
  failOnOption,
  gateOptions,
  metricsOption,
  onlyOption,
  secretsOption,
  workspaceOption,
} from '../../run/cli/options.ts';
import { formatOption } from '../../run/cli/reports.ts';
import { UserError, usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { mostShards, type Shard } from '../../model/ledger/shard.ts';
import { applyReport, type ApplyOptions } from '../../run/apply/apply-options.ts';
import { atLeastOne, collect } from '../../run/cli/option-values.ts';
import { optionGroups } from '../../run/cli/option-groups.ts';
import { apiExits, verb } from '../../run/cli/verb.ts';

const applyEnvironmentsOption = (): Option =>
  new Option(
    '-e, --env <name>',
    'environment; optional where there is only one; with --auto it may be repeated (default: all)',
  )
    .argParser(collect)
    .helpGroup(optionGroups.selection);

/** The log and every chat show the reason. */
const longestReason = 300;

const outsideWindowOption = (): Option =>
  new Option(
    '--outside-window <reason>',
    'apply although no change window is open, or in a freeze; the log keeps the reason (danger: others expect no change now)',
  )
    .argParser((value: string) => {
      if (value.trim() === '') throw new InvalidArgumentError('it must say why.');
      if (value.length > longestReason)
        throw new InvalidArgumentError(`it must have at most ${longestReason} characters.`);
      return value;
    })
    .helpGroup(optionGroups.safety);

const shardOption = (): Option =>
  new Option(
    '--shard <number/all>',
    'part of the changes, such as 2/8; other processes apply the other parts at the same time (postgres ledger)',
  )
    .argParser((value: string): Shard => {
      const isGiven = /^\d{1,9}\/\d{1,9}$/.test(value);
      const [number = 0, of = 0] = value.split('/').map(Number);
      if (!isGiven)
        throw new InvalidArgumentError('it must be a shard and the number of shards, such as 2/8.');
      if (of === 0 || of > mostShards)
        throw new InvalidArgumentError(`the number of shards must be from 1 to ${mostShards}.`);
      if (number === 0 || number > of)
        throw new InvalidArgumentError(`the shard must be from 1 to ${of}, the number of shards.`);
      return { number, of };
    })
    .helpGroup(optionGroups.selection);

/** `apply`: plans under the lock, shows the plan and applies it. */
export function applyCommand(run: RunCommand): Command {
  const command = verb('apply', {
    group: 'deploy',
    summary: 'apply the files, or a saved plan, to an environment',
    description: 'apply the files to an environment, and record the ids in the ledger',
    examples: ['edgewright apply --env production', 'edgewright apply --yes plan.json'],
    exits: [...apiExits, 'changes', 'partial', 'unknown', 'gate', 'closed'],
  })
    .argument('[plan]', 'saved plan (`plan --save`): only its steps are applied')
    .addOption(applyEnvironmentsOption())
    .addOption(onlyOption())
    .addOption(shardOption())
    .optionsGroup(optionGroups.selection)
    .option('--skip-stale', 'apply only the steps of a saved plan that are still current')
    .option('--rollback [run]', 'run to undo; without a run, a list of the runs that can be undone')
    .addOption(formatOption(applyReport))
    .addOption(metricsOption())
    .optionsGroup(optionGroups.safety)
    .option(
      '-y, --yes',
      'ask nothing; required without a terminal (danger: the plan is applied before anyone reads it)',
    )
    .option(
      '--auto',
      'apply one or more environments on a schedule (default: all): ask nothing, print one line if there is nothing to do or another run has the lock (danger: the plan is applied before anyone reads it)',
    )
    .addOption(outsideWindowOption())
    .addOption(failOnOption('apply'))
    .option(
      '--sole-runner',
      'in CI: take over the lock that an earlier job of this repository left (danger: that job may still be running unless a concurrency group runs one at a time)',
    )
    .optionsGroup(optionGroups.api)
    .option(
      '--concurrency <number>',
      'maximum of concurrent writes (default: 8 at first, up to 32 while the API accepts them)',
      atLeastOne,
    )
    .addOption(secretsOption())
    .addOption(colorOption())
    .addOption(workspaceOption());
  for (const option of [...gateOptions(), ...apiOptions()]) command.addOption(option);
  return command.action(
    run(async (io, plan: string | undefined, words: ApplyWords) => {
      const options = applyOptionsOf(words);
      const { rollback } = options;
      const { followRun } = await import('../../run/session/follow-run.ts');
      const { metricsFollower } = await import('../../run/metrics/metrics-follower.ts');
      const { followEvents } = await import('../../run/apply/follow-events.ts');
      const figures = { ...options, verb: 'apply', isList: rollback === true } as const;
      const metrics = await metricsFollower(io, figures);
      return followRun(io, [metrics, followEvents(io, options)], async (followed) => {
        refuseMixed(plan, options);
        if (options.auto === true) {
          const { applyAuto } = await import('../../run/apply/apply-auto.ts');
          return applyAuto(followed, words.env, options);
        }
        refuseSeveral(words);
        if (plan !== undefined)
          await (await import('./mistaken-plan.ts')).refuseMistaken(followed, plan, options);
        await refuseUnattended(followed, plan, options);
        if (rollback === true) {
          const { listRollbacks } = await import('./list-rollbacks.ts');
          return listRollbacks(followed, options);
        }
        if (rollback !== undefined) {
          const { openUndo, undoRun } = await import('../../run/apply/rollback/undo-run.ts');
          const { openRun } = await import('../../run/session/run.ts');
          const undoing = await openRun(followed, options);
          return undoRun(undoing, await openUndo(undoing, rollback), options);
        }
        if (plan !== undefined) {
          const { applySaved } = await import('../../run/apply/apply-saved.ts');
          return applySaved(followed, plan, options);
        }
        const { applyEnvironment } = await import('../../run/apply/apply-environment.ts');
        return applyEnvironment(followed, options);
      });
    }),
  );
}

/**
 * Without a terminal nothing can be confirmed, so `--yes` is required. A list of runs changes nothing and needs none.
 */
async function refuseUnattended(io: Io, saved: string | undefined, options: ApplyOptions): Promise<void> {
  const { yes, rollback } = options;
  if (yes === true || io.ask !== undefined || rollback === true) return;
  const environments = saved === undefined && options.env === undefined ? await namesOf(io, options) : [];
  if (environments.length > 1) throw unattendedAnywhere(environments, options);
  throw usageError(
    'apply requires --yes where there is no terminal',
    rollback === undefined
      ? `add --yes to apply without a question; \`${reviewLine(saved, options)}\` shows the changes`
      : `add --yes to undo run ${rollback} without a question; at a terminal the changes are shown first`,
  );
}

async function namesOf(io: Io, options: ApplyOptions): Promise<readonly string[]> {
  const { beginWorkspace } = await import('../../run/session/workspace/open-workspace.ts');
  return [...(await beginWorkspace(io, options)).environments.keys()];
}

/** Says both at once: with `--yes` alone the next run would be refused again. */
function unattendedAnywhere(environments: readonly string[], options: ApplyOptions): UserError {
  return usageError(
    `apply requires --env where there are ${environments.length} environments, and --yes where there is no terminal`,
    `add --yes, and --env for one of ${environments.join(', ')}${options.rollback === undefined ? `; \`${reviewLine(undefined, options)}\` shows the changes` : ''}`,
  );
}

/** The command that shows what this apply would do. */
function reviewLine(saved: string | undefined, options: ApplyOptions): string {
  if (saved !== undefined) return commandLine(['plan', 'show', saved], {});
  return commandLine(['plan', ...envWords(options.env)], options);
}

/** Refuses combinations of options that each select the changes to apply. */
function refuseMixed(
  plan: string | undefined,
  { rollback, only, shard, skipStale, failOn, auto, outsideWindow, format = [] }: ApplyOptions,
): void {
  if (auto === true && outsideWindow !== undefined) throw mixed('--auto and --outside-window');
  if (auto === true && plan !== undefined) throw mixed('a saved plan and --auto');
  if (auto === true && rollback !== undefined) throw mixed('--rollback and --auto');
  const whole = plan !== undefined ? 'a saved plan' : rollback === undefined ? undefined : '--rollback';
  if (plan !== undefined && rollback !== undefined) throw mixed('a saved plan and --rollback');
  if (whole !== undefined && only !== undefined) throw mixed(`${whole} and --only`);
  if (whole !== undefined && shard !== undefined) throw mixed(`${whole} and --shard`);
  if (only !== undefined && shard !== undefined) throw mixed('--only and --shard');
  // All or nothing is not for one shard to decide: others may have begun.
  if (failOn !== undefined && shard !== undefined) throw mixed('--fail-on and --shard');
  // A reviewed plan has no tests of its own; `plan --save --fail-on` refuses it earlier.
  if (failOn?.includes('tests') === true && whole !== undefined) throw mixed(`${whole} and --fail-on tests`);
  if (rollback === true && format.some((report) => report.format !== 'text')) {
    throw usageError(
      'the list of runs that can be undone has no other format than text',
      'leave --format out, or name the run to undo: `--rollback <run>`',
    );
  }
  if (plan === undefined && skipStale === true) {
    throw usageError('--skip-stale requires a saved plan', 'name the file that `plan --save` made');
  }
}

function mixed(both: string): UserError {
  return usageError(`${both} cannot be used together`);
}

/** The options of `apply` as they are read: `--env` may be repeated, for `--auto`. */
interface ApplyWords extends Omit<ApplyOptions, 'env'> {
  readonly env?: readonly string[];
}

function applyOptionsOf({ env, ...words }: ApplyWords): ApplyOptions {
  return { ...words, env: env?.[0] };
}

/** Only `--auto` applies several environments. */
function refuseSeveral({ env = [] }: ApplyWords): void {
  if (new Set(env).size < 2) return;
  throw usageError(
    'apply takes one environment',
    'apply them one after the other; --auto, for a schedule, takes several',
  );
}
