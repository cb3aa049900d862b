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

export function logLedger(run: RunCommand): Command {
  return new Command('log')
    .description('show who applied what, when, and from which commit, newest first')
    .addHelpText(
      'after',
      helpEnd({
        examples: [
          'edgewright ledger log --env production',
          'edgewright ledger log --env production --format json',
        ],
        exits: ['configuration', 'unsafe', 'settings'],
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
        const [{ openStore }, { jsonText }, { ledgerLogText }] = await Promise.all([
          import('../../session/ledger/ledger-store.ts'),
          import('../../report/text/json.ts'),
          import('../../report/ledger-log.ts'),
        ]);
        const store = await openStore(io, workspace, options);
        const entries = await store.history(environment.name);
        if (options.format === 'json') io.stdout(jsonText(entries));
        else if (entries.length > 0) io.stdout(ledgerLogText(entries));
        else io.stdout(`No run has recorded anything in the ledger of ${environment.name}.\n`);
        return exitCodes.ok;
      }),
    );
}
