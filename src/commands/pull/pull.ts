import { Command } from 'commander';
import { apiOptions, environmentOption, workspaceOption } from '../../run/cli/options.ts';
import type { PullOptions } from './pull-objects.ts';
import { type RunCommand } from '../../run/cli/run-command.ts';
import { collect } from '../../run/cli/option-values.ts';
import { optionGroups } from '../../run/cli/option-groups.ts';
import { apiExits, verb } from '../../run/cli/verb.ts';

/** `pull`: writes live objects into files: new ones with `adopt:` entries, outside changes into existing files. */
export function pullCommand(run: RunCommand): Command {
  const command = verb('pull', {
    group: 'write',
    summary: 'write live objects into files, and adopt them',
    description: 'write live objects into files: adopts new ones, keeps changes made outside Edgewright',
    examples: [
      'edgewright pull --env production',
      'edgewright pull https-route/shop-home --env production --diff',
    ],
    exits: [...apiExits, 'gate'],
  })
    .argument(
      '[objects...]',
      'addresses, ids, or edge_id/route_id (default: all that can be listed, and all routes of the ledger)',
    )
    .addOption(environmentOption())
    .optionsGroup(optionGroups.selection)
    .option(
      '--route <edge_id/route_id>',
      'route to pull, since routes cannot be listed; may be repeated',
      collect,
    )
    .option(
      '--routes <file>',
      'file with routes, one edge_id/route_id a line, or a Terraform state (its objects)',
    )
    .optionsGroup(optionGroups.output)
    .option('--dry-run', 'print a patch of the files, and write nothing')
    .option('--diff', 'do the same as --dry-run')
    .option(
      '--secrets-dir <folder>',
      'folder for the value of each new secret, one file each (0600); without it, no value is written',
    )
    .optionsGroup(optionGroups.safety)
    .option(
      '--overwrite',
      'write live values in place of declared ones (danger: the declared values are lost)',
    )
    .addOption(workspaceOption());
  for (const option of apiOptions()) command.addOption(option);
  return command.action(
    run(async (io, objects: readonly string[], options: PullOptions) => {
      const { pullObjects } = await import('./pull-objects.ts');
      return pullObjects(io, objects, options);
    }),
  );
}
