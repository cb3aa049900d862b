import { Command } from 'commander';
import { exitCodes } from '../../model/errors.ts';
import { chooseEnvironment, openWorkspace } from '../../session/workspace/open-workspace.ts';
import { environmentOption, ledgerOption, workspaceOption } from '../../cli/options.ts';
import type { RunCommand } from '../../cli/run-command.ts';
import { helpEnd } from '../../cli/help.ts';
import type { LedgerFlags } from './ledger-flags.ts';

export function initLedger(run: RunCommand): Command {
  return new Command('init')
    .description('create an empty ledger for an environment that has none')
    .addHelpText(
      'after',
      helpEnd({
        examples: ['edgewright ledger init --env production', 'edgewright ledger init --env staging'],
        exits: ['configuration', 'unsafe', 'settings'],
      }),
    )
    .addOption(environmentOption())
    .addOption(ledgerOption())
    .addOption(workspaceOption())
    .action(
      run(async (io, options: LedgerFlags) => {
        const workspace = await openWorkspace(io, options);
        const { name } = chooseEnvironment(workspace, options.env);
        const [{ createLedger }, { ledgerSettings }, { whoReads }, { writeLedgerIgnore }] = await Promise.all(
          [
            import('../../session/ledger/ledger-store.ts'),
            import('../../session/ledger/ledger-settings.ts'),
            import('../../session/ledger/who-reads.ts'),
            import('../../session/ledger/ledger-ignore.ts'),
          ],
        );
        const { root } = workspace;
        const settings = ledgerSettings(workspace);
        const shown = await createLedger(io, { root, environment: name, settings, options });
        io.stdout(`\`${name}\` has an empty ledger now: ${shown}\n`);
        const readers = whoReads(settings);
        if (readers !== undefined)
          io.stderr(`note: ${readers}; \`remote:\` under \`ledger:\` names another repository\n`);
        if (settings.store === 'file') writeLedgerIgnore(root);
        return exitCodes.ok;
      }),
    );
}
