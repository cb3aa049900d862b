import { Command } from 'commander';
import { exitCodes } from '../../model/errors.ts';
import { chooseEnvironment, openWorkspace } from '../../session/workspace/open-workspace.ts';
import {
  environmentOption,
  ledgerOption,
  localOption,
  resultFormatOption,
  workspaceOption,
} from '../../cli/options.ts';
import type { RunCommand } from '../../cli/run-command.ts';
import { helpEnd } from '../../cli/help.ts';
import type { LedgerFlags } from './ledger-flags.ts';

export function listOrphans(run: RunCommand): Command {
  return new Command('orphans')
    .description('list objects that may be live and are not managed, with the commands that settle each')
    .addHelpText(
      'after',
      helpEnd({
        examples: [
          'edgewright ledger orphans --env production',
          'edgewright ledger orphans --env production --format json',
        ],
        exits: ['configuration', 'unknown', 'unsafe', 'settings'],
      }),
    )
    .addOption(environmentOption())
    .addOption(resultFormatOption(['text', 'json']))
    .addOption(localOption('ledger of the built-in mock API'))
    .addOption(ledgerOption())
    .addOption(workspaceOption())
    .action(
      run(async (io, options: LedgerFlags) => {
        const workspace = await openWorkspace(io, options);
        const environment = chooseEnvironment(workspace, options.env);
        const [{ readLeft }, { leftObjectsText }, { jsonText }] = await Promise.all([
          import('../../workflow/ledger/read-left.ts'),
          import('../../report/left-objects.ts'),
          import('../../report/text/json.ts'),
        ]);
        const left = await readLeft(io, workspace, environment, options);
        if (options.format === 'json') io.stdout(jsonText(left));
        else if (left.length > 0) io.stdout(leftObjectsText(left));
        else io.stdout(`The ledger of ${environment.name} has no orphans, and every outcome is known.\n`);
        return left.some(({ state }) => state === 'unknown') ? exitCodes.unknown : exitCodes.ok;
      }),
    );
}
