import { Command } from 'commander';
import { apiOptions, environmentsOption, workspaceOption } from '../../run/cli/options.ts';
import type { RunCommand } from '../../run/cli/run-command.ts';
import type { SnapshotOptions } from './take-snapshot.ts';
import { optionGroups } from '../../run/cli/option-groups.ts';
import { apiExits, verb } from '../../run/cli/verb.ts';

/** `snapshot`: writes a redacted copy of the live state for people without credentials. */
export function snapshotCommand(run: RunCommand): Command {
  const command = verb('snapshot', {
    group: 'review',
    summary: 'write a redacted snapshot of the live objects',
    description:
      'write a redacted, dated snapshot of what is live, signed if there is a key; `plan --snapshot` needs no credential',
    examples: [
      'edgewright snapshot --output snapshot.json',
      'edgewright snapshot --env production --output snapshot.json',
    ],
    exits: [...apiExits],
  })
    .addOption(environmentsOption())
    .optionsGroup(optionGroups.output)
    .option('-o, --output <file>', 'file for the snapshot')
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
  return verb('key', {
    description: 'create a key pair: the private key in a file, the public key for edgewright.yaml',
    examples: ['edgewright snapshot key snapshot.key', 'edgewright snapshot key ~/snapshot.key'],
    exits: [],
  })
    .argument('<file>', 'file for the private key; keep it with your secrets')
    .action(
      run(async (io, file: string) => {
        const { makeSnapshotKey } = await import('../../run/session/snapshots.ts');
        return makeSnapshotKey(io, file);
      }),
    );
}
