import { Command } from 'commander';
import { apiOptions, environmentOption, workspaceOption } from '../../cli/options.ts';
import type { PullOptions } from './pull-objects.ts';
import { collect, type RunCommand } from '../../cli/run-command.ts';

/** `pull`: what is live as files: new ones with `adopt:` entries, and what someone changed outside in those that are there. */
export function pullCommand(run: RunCommand): Command {
  const command = new Command('pull')
    .description('write live objects into files: adopts new ones, keeps changes made outside Edgewright')
    .argument(
      '[objects...]',
      'an address, an id, or edge_id/route_id; without any: everything that can be listed, and every route that the ledger knows',
    )
    .addOption(environmentOption('the environment they belong to; may be left out when there is one'))
    .option(
      '--route <edge_id/route_id>',
      'route to pull, since routes cannot be listed; may be repeated',
      collect,
    )
    .option('--routes <file>', 'file with routes to pull, one edge_id/route_id a line')
    .option('--overwrite', 'replace declared values with live ones (danger: the declared values are lost)')
    .option('--dry-run', 'print the patch and write nothing')
    .option('--diff', 'the same as --dry-run')
    .option(
      '--secrets-dir <folder>',
      'folder for the value of each new secret, one file each (0600); without it, no value is written',
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
