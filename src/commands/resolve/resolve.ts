import { Command } from 'commander';
import { apiOptions, environmentOption, workspaceOption } from '../../cli/options.ts';
import type { ResolveFlags } from './resolve-outcome.ts';
import type { RunCommand } from '../../cli/run-command.ts';

/** `resolve`: settles a create whose outcome is unknown. */
export function resolveCommand(run: RunCommand): Command {
  const command = new Command('resolve')
    .description('settle a create whose outcome is unknown')
    .argument('<address>', 'the resource address that the plan names, such as https-route/cart')
    .addOption(environmentOption('environment; optional where there is only one'))
    .option('--adopt <id>', 'id of the object that was created')
    .option(
      '--absent',
      'the object was not created: the next apply creates it (danger: creates a second one if that is wrong)',
    )
    .addOption(workspaceOption());
  for (const option of apiOptions()) command.addOption(option);
  return command.action(
    run(async (io, address: string, options: ResolveFlags) => {
      const { resolveOutcome } = await import('./resolve-outcome.ts');
      return resolveOutcome(io, address, options);
    }),
  );
}
