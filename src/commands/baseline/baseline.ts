import { Command } from 'commander';
import { workspaceOption, type WorkspaceOptions } from '../../cli/options.ts';
import type { RunCommand } from '../../cli/run-command.ts';

/** `baseline create|prune`: what is known to be wrong, and put off. */
export function baselineCommand(run: RunCommand): Command {
  return new Command('baseline')
    .description('record the findings of lint in a file, so that only new ones are reported')
    .addCommand(createBaseline(run))
    .addCommand(pruneBaseline(run));
}

function createBaseline(run: RunCommand): Command {
  return new Command('create')
    .description('record all current findings')
    .option(
      '--force',
      'replace an existing baseline (danger: findings since then are recorded and no longer reported)',
    )
    .addOption(workspaceOption())
    .action(
      run(async (io, options: WorkspaceOptions & { readonly force?: boolean }) => {
        const { writeBaseline } = await import('./write-baseline.ts');
        return writeBaseline(io, options, options.force === true ? 'replace' : 'refuse');
      }),
    );
}

function pruneBaseline(run: RunCommand): Command {
  return new Command('prune')
    .description('remove recorded findings that no longer exist; adds nothing')
    .addOption(workspaceOption())
    .action(
      run(async (io, options: WorkspaceOptions) => {
        const { pruneBaseline: prune } = await import('./write-baseline.ts');
        return prune(io, options);
      }),
    );
}
