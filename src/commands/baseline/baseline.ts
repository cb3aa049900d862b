import { Command } from 'commander';
import { workspaceOption, type WorkspaceOptions } from '../../run/cli/options.ts';
import type { RunCommand } from '../../run/cli/run-command.ts';
import { optionGroups } from '../../run/cli/option-groups.ts';
import { verb } from '../../run/cli/verb.ts';

/** `baseline create|prune`: the file of known findings that are not reported. */
export function baselineCommand(run: RunCommand): Command {
  return verb('baseline', {
    group: 'check',
    description: 'record the current findings, so that only new ones are reported',
    examples: ['edgewright baseline create', 'edgewright baseline prune'],
    exits: [],
  })
    .addCommand(createBaseline(run))
    .addCommand(pruneBaseline(run));
}

function createBaseline(run: RunCommand): Command {
  return verb('create', {
    description: 'record all current findings',
    examples: ['edgewright baseline create', 'edgewright baseline create --force'],
    exits: ['configuration', 'unsafe', 'settings'],
  })
    .optionsGroup(optionGroups.safety)
    .option('--force', 'replace an existing baseline (danger: findings since then are no longer reported)')
    .addOption(workspaceOption())
    .action(
      run(async (io, options: WorkspaceOptions & { readonly force?: boolean }) => {
        const { writeBaseline } = await import('./write-baseline.ts');
        return writeBaseline(io, options, options.force === true ? 'replace' : 'refuse');
      }),
    );
}

function pruneBaseline(run: RunCommand): Command {
  return verb('prune', {
    description: 'remove recorded findings that no longer exist; adds nothing',
    examples: ['edgewright baseline prune', 'edgewright baseline prune -C resources'],
    exits: ['configuration', 'unsafe', 'settings'],
    options: [workspaceOption()],
  }).action(
    run(async (io, options: WorkspaceOptions) => {
      const { pruneBaseline: prune } = await import('./write-baseline.ts');
      return prune(io, options);
    }),
  );
}
