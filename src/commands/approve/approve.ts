import { Command } from 'commander';
import {
  apiOptions,
  environmentsOption,
  onlyOption,
  secretsOption,
  workspaceOption,
} from '../../run/cli/options.ts';
import type { RunCommand } from '../../run/cli/run-command.ts';
import type { ApproveOptions } from './write-approvals.ts';
import { optionGroups } from '../../run/cli/option-groups.ts';
import { apiExits, verb } from '../../run/cli/verb.ts';

/** `approve`: writes the approvals that a plan asks for into a resource file, to be reviewed and committed. */
export function approveCommand(run: RunCommand): Command {
  const command = verb('approve', {
    group: 'review',
    summary: 'write the approval of a refused change',
    description:
      'write the approvals that a plan asks for into a resource file; they count once they are committed and planned again',
    examples: [
      'edgewright approve https-route/shop-account --env production --reason "the app asks for a login, SEC-412"',
      'edgewright approve --plan plan.json --reason "the login moves, SEC-413"',
    ],
    exits: [...apiExits],
  })
    .argument(
      '[changes...]',
      'change ids, whole or their first six digits, or resource addresses (default: all that the plan refuses)',
    )
    .addOption(environmentsOption())
    .addOption(onlyOption())
    .optionsGroup(optionGroups.selection)
    .option('--reason <text>', 'reason, for the next reader (default: asked, or left to be filled in)')
    .option('--base <ref>', 'git ref whose stricter gates apply too, as for `plan`')
    .option('--snapshot <file>', 'file of `snapshot`, read instead of the API; needs no credential')
    .option('--plan <file>', 'file of `plan --format json` or `plan --save`, read instead of making a plan')
    .option('--rollback <run>', 'run of `apply --rollback`: writes the approvals that undoing it needs')
    .optionsGroup(optionGroups.output)
    .option(
      '--file <path>',
      'resource file to add them to (default: approvals.yaml where `approval-elsewhere` allows it)',
    )
    .option('--dry-run', 'print the documents instead of writing them')
    .addOption(secretsOption())
    .addOption(workspaceOption());
  for (const option of apiOptions()) command.addOption(option);
  return command.action(
    run(async (io, changes: readonly string[], options: ApproveOptions) => {
      const { writeApprovals } = await import('./write-approvals.ts');
      return writeApprovals(io, changes, options);
    }),
  );
}
