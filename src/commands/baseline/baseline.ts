import { Command } from 'commander';
import { workspaceOption, type WorkspaceOptions } from '../../cli/options.ts';
import type { RunCommand } from '../../cli/run-command.ts';

/** `baseline create|prune`: what is known to be wrong, and put off. */
export function baselineCommand(run: RunCommand): Command {
  return new Command('baseline')
    .description('keep what lint finds today in a file, so that only new findings are shown')
    .addCommand(createBaseline(run))
    .addCommand(pruneBaseline(run));
}

function createBaseline(run: RunCommand): Command {
  return new Command('create')
    .description('write all that lint finds now into the baseline')
    .option('--force', 'write it anew where there is one: whatever came in since then is put off too')
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
    .description('take out of the baseline what is not found any more; nothing is ever added')
    .addOption(workspaceOption())
    .action(
      run(async (io, options: WorkspaceOptions) => {
        const { pruneBaseline: prune } = await import('./write-baseline.ts');
        return prune(io, options);
      }),
    );
}
