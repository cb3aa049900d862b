import { Command } from 'commander';
import { apiOptions, environmentsOption, workspaceOption } from '../../cli/options.ts';
import type { RunCommand } from '../../cli/run-command.ts';
import type { SnapshotOptions } from './take-snapshot.ts';

/** `snapshot`: a picture of what is live for those who have no credential. */
export function snapshotCommand(run: RunCommand): Command {
  const command = new Command('snapshot')
    .description(
      'write a redacted, dated picture of what is live, signed when there is a key; `plan --snapshot` needs no credential',
    )
    .addOption(environmentsOption('take a picture of this environment only (default: all)'))
    .option('-o, --output <file>', 'the file to write')
    .addOption(workspaceOption())
    .addCommand(keyCommand(run));
  for (const option of apiOptions()) command.addOption(option);
  return command.action(
    run(async (io, options: SnapshotOptions) => {
      const { takeSnapshot } = await import('./take-snapshot.ts');
      return takeSnapshot(io, options);
    }),
  );
}

function keyCommand(run: RunCommand): Command {
  return new Command('key')
    .description('make a pair of keys: the private half into a file, the public half for edgewright.yaml')
    .argument('<file>', 'where the private half goes; keep it where your secrets are')
    .action(
      run(async (io, file: string) => {
        const { makeSnapshotKey } = await import('../../session/snapshot/snapshot-key.ts');
        return makeSnapshotKey(io, file);
      }),
    );
}
