import { Command } from 'commander';
import { apiOptions, environmentOption, workspaceOption } from '../../cli/options.ts';
import type { PullOptions } from './pull-objects.ts';
import { collect, type RunCommand } from '../../cli/run-command.ts';

/** `pull`: what is live as files: new ones with `adopt:` entries, and what somebody changed outside in those that are there. */
export function pullCommand(run: RunCommand): Command {
  const command = new Command('pull')
    .description('write live objects into files: new ones adopted, changes made outside taken over')
    .argument(
      '[objects...]',
      'an address, an id, or edge_id/route_id; without any: everything that can be listed, and every route that the ledger knows',
    )
    .addOption(environmentOption('the environment they belong to; may be left out when there is one'))
    .option(
      '--route <edge_id/route_id>',
      'this route, too: routes cannot be listed; may be repeated',
      collect,
    )
    .option('--routes <file>', 'the routes of a file, one edge_id/route_id a line')
    .option('--overwrite', 'take what is live also where the files say something that would be lost')
    .option('--dry-run', 'write nothing; print the patch')
    .option('--diff', 'the same as --dry-run')
    .option(
      '--secrets-dir <folder>',
      'write the value of each new secret to a file there (0600); without it, values are not written anywhere',
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
