import { Command } from 'commander';
import { apiOptions, environmentOption, resultFormatOption, workspaceOption } from '../../run/cli/options.ts';
import type { ResolveFlags } from './resolve-outcome.ts';
import type { RunCommand } from '../../run/cli/run-command.ts';
import { optionGroups } from '../../run/cli/option-groups.ts';
import { apiExits, verb } from '../../run/cli/verb.ts';

/** `resolve`: records the outcome of a create that is unknown. */
export function resolveCommand(run: RunCommand): Command {
  const command = verb('resolve', {
    group: 'deploy',
    description: 'settle creates whose outcome is unknown',
    examples: [
      'edgewright resolve --list --env production',
      'edgewright resolve https-route/shop-cart=edghtsrt_2uVQ0b https-route/shop-docs --env production --absent',
    ],
    exits: [...apiExits, 'unknown'],
  })
    .argument(
      '[addresses...]',
      'resource addresses that the plan names, such as https-route/cart, each with `=<id>` if its object exists',
    )
    .addOption(environmentOption())
    .optionsGroup(optionGroups.selection)
    .option('--list', 'list the creates whose outcome is unknown, each with its commands')
    .option('--adopt <id>', 'id of the object that was created, for a single address')
    .addOption(resultFormatOption(['text', 'json']))
    .optionsGroup(optionGroups.safety)
    .option(
      '--absent',
      'record that no object was created: the next apply creates it (danger: creates a second one if that is wrong)',
    )
    .addOption(workspaceOption());
  for (const option of apiOptions()) command.addOption(option);
  return command.action(
    run(async (io, addresses: readonly string[], options: ResolveFlags) => {
      if (options.list === true) {
        const { listUnknown } = await import('./resolve-outcome.ts');
        return listUnknown(io, addresses, options);
      }
      const { resolveOutcome } = await import('./resolve-outcome.ts');
      return resolveOutcome(io, addresses, options);
    }),
  );
}
