import { Command } from 'commander';
import { apiOptions, environmentOption, resultFormatOption, workspaceOption } from '../../cli/options.ts';
import type { ResolveFlags } from './resolve-outcome.ts';
import type { RunCommand } from '../../cli/run-command.ts';
import { apiExits, helpEnd, optionGroups, verbGroups } from '../../cli/help.ts';

/** `resolve`: records the outcome of a create that is unknown. */
export function resolveCommand(run: RunCommand): Command {
  const command = new Command('resolve')
    .helpGroup(verbGroups.deploy)
    .description('settle a create whose outcome is unknown')
    .addHelpText(
      'after',
      helpEnd({
        examples: [
          'edgewright resolve --list --env production',
          'edgewright resolve https-route/shop-cart --env production --adopt edghtsrt_2uVQ0b',
        ],
        exits: [...apiExits, 'unknown'],
      }),
    )
    .argument('[address]', 'resource address that the plan names, such as https-route/cart')
    .addOption(environmentOption())
    .optionsGroup(optionGroups.selection)
    .option('--list', 'creates whose outcome is unknown, each with its commands')
    .option('--adopt <id>', 'id of the object that was created')
    .addOption(resultFormatOption(['text', 'json']))
    .optionsGroup(optionGroups.safety)
    .option(
      '--absent',
      'no object was created: the next apply creates it (danger: creates a second one if that is wrong)',
    )
    .addOption(workspaceOption());
  for (const option of apiOptions()) command.addOption(option);
  return command.action(
    run(async (io, address: string | undefined, options: ResolveFlags) => {
      if (options.list === true) {
        const { listUnknown } = await import('./list-unknown.ts');
        return listUnknown(io, address, options);
      }
      const { resolveOutcome } = await import('./resolve-outcome.ts');
      return resolveOutcome(io, address, options);
    }),
  );
}
