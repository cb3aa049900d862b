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
        const [{ createLedger, lineageOf }, { writeLedgerIgnore }] = await Promise.all([
          import('../../session/ledger/ledger-store.ts'),
          import('../../session/ledger/ledger-ignore.ts'),
        ]);
        await createLedger(io, {
          root: workspace.root,
          environment: name,
          lineage: lineageOf(workspace),
          options,
        });
        io.stdout(`\`${name}\` has an empty ledger now: .edgewright/${name}/ledger.json\n`);
        writeLedgerIgnore(workspace.root);
        return exitCodes.ok;
      }),
    );
}
