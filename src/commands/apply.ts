import { Command, Option } from 'commander';
import {
  apiOptions,
  colorOption,
  environmentOption,
  gateOptions,
  onlyOption,
  secretsOption,
  workspaceOption,
} from './options.ts';
import { wholeNumber, type RunCommand } from './run-command.ts';
import type { ApplyOptions } from './apply-environment.ts';

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
  return command.action(
    run(async (io, options: ApplyOptions) => {
      const { applyEnvironment } = await import('./apply-environment.ts');
      return applyEnvironment(io, options);
    }),
  );
}
