import { Command, Option } from 'commander';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import {
  apiOptions,
  colorOption,
  environmentOption,
  gateOptions,
  onlyOption,
  secretsOption,
  workspaceOption,
} from '../../cli/options.ts';
import { commandLine } from '../../cli/command-line.ts';
import { wholeNumber, type RunCommand } from '../../cli/run-command.ts';
import type { ApplyOptions } from '../../workflow/apply/apply-options.ts';

/** `apply`: plans under the lock, shows the plan, does it. */
export function applyCommand(run: RunCommand): Command {
  const command = new Command('apply')
    .description('make what is live what the files say, and keep the ids in the ledger')
    .argument('[plan]', 'a plan of `plan --save`: its steps are done and nothing else')
    .addOption(environmentOption('the environment to apply; may be left out when there is one'))
    .addOption(onlyOption())
    .option('-y, --yes', 'apply without a question; required where there is no terminal')
    .option('--stop-on-blocked', 'do nothing where a step cannot be done, instead of all the others')
    .option('--skip-stale', 'with a saved plan: do what still holds of it, where some does not')
    .option('--rollback [run]', 'go back to what was before a run; without one, list the runs')
    .option('--concurrency <number>', 'writes under way at once', wholeNumber, 8)
    .addOption(new Option('--format <format>', 'how').choices(['text', 'json']).default('text'))
    .addOption(secretsOption())
    .addOption(colorOption())
    .addOption(workspaceOption());
  for (const option of [...gateOptions(), ...apiOptions()]) command.addOption(option);
  return command.action(
    run(async (io, plan: string | undefined, options: ApplyOptions) => {
      refuseMixed(plan, options);
      refuseUnattended(io, options);
      if (options.rollback !== undefined) {
        const { applyRollback } = await import('./apply-rollback.ts');
        return applyRollback(io, options.rollback, options);
      }
      if (plan !== undefined) {
        const [{ refuseMistaken }, { applySaved }] = await Promise.all([
          import('./mistaken-plan.ts'),
          import('./apply-saved.ts'),
        ]);
        await refuseMistaken(io, plan, options);
        return applySaved(io, plan, options);
      }
      const { applyEnvironment } = await import('./apply-environment.ts');
      return applyEnvironment(io, options);
    }),
  );
}

/** Without a terminal nobody can be asked, so somebody must have said yes beforehand. A list of runs changes nothing. */
function refuseUnattended(io: Io, options: ApplyOptions): void {
  const { yes, rollback, env } = options;
  if (yes === true || io.ask !== undefined || rollback === true) return;
  const plan = commandLine(['plan', ...(env === undefined ? [] : ['--env', env])], options);
  throw new UserError(exitCodes.usage, 'apply needs --yes where there is no terminal to ask at', {
    help: `add --yes to apply without a question; \`${plan}\` shows what it would do`,
  });
}

/** Each of them says by itself what is done. */
function refuseMixed(plan: string | undefined, { rollback, only, skipStale }: ApplyOptions): void {
  const whole = plan !== undefined ? 'a saved plan' : rollback === undefined ? undefined : '--rollback';
  if (plan !== undefined && rollback !== undefined) throw mixed('a saved plan and --rollback');
  if (whole !== undefined && only !== undefined) throw mixed(`${whole} and --only`);
  if (plan === undefined && skipStale === true) {
    throw new UserError(exitCodes.usage, '--skip-stale goes with a saved plan', {
      help: 'name the file that `plan --save` made',
    });
  }
}

function mixed(both: string): UserError {
  return new UserError(exitCodes.usage, `${both} do not go together: each says what is done`);
}
