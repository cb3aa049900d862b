import { Command } from 'commander';
import { exitCodes } from '../model/errors.ts';
import { apiOptions, environmentOption, workspaceOption } from './options.ts';
import type { RunCommand } from './run-command.ts';
import type { PullOptions } from './pull-objects.ts';

/** `pull`: what is live and not yet written down, as resource files with `adopt:` entries. */
export function pullCommand(run: RunCommand): Command {
  const command = new Command('pull')
    .description('write live objects into resource files, with the entries that adopt them')
    .argument(
      '[objects...]',
      'an id, or edge_id/route_id: routes cannot be listed; without any: every endpoint and TLS edge that is not managed yet',
    )
    .addOption(environmentOption('the environment they belong to; may be left out when there is one'))
    .option(
      '--secrets-dir <folder>',
      'write the value of each secret to a file there (0600); without it, values are not written anywhere',
    )
    .addOption(workspaceOption());
  for (const option of apiOptions()) command.addOption(option);
  return command.action(
    run(async (io, objects: readonly string[], options: PullOptions) => {
      const { pullObjects } = await import('./pull-objects.ts');
      await pullObjects(io, objects, options);
      return exitCodes.ok;
    }),
  );
}
