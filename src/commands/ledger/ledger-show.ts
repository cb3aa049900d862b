import { Command } from 'commander';
import { exitCodes } from '../../model/errors.ts';
import { chooseEnvironment, openWorkspace } from '../../session/workspace/open-workspace.ts';
import { environmentOption, ledgerOption, localOption, workspaceOption } from '../../cli/options.ts';
import type { RunCommand } from '../../cli/run-command.ts';
import { helpEnd } from '../../cli/help.ts';
import type { LedgerFlags } from './ledger-flags.ts';

export function showEntry(run: RunCommand): Command {
  return new Command('show')
    .description('show the ledger entry of an address')
    .addHelpText(
      'after',
      helpEnd({
        examples: [
          'edgewright ledger show https-route/shop-home --env production',
          'edgewright ledger show endpoint/www-eu --env production --local',
        ],
        exits: ['configuration', 'unsafe', 'settings'],
      }),
    )
    .argument(
      '<address>',
      'address in the ledger, such as https-route/shop-checkout; `edgewright ledger list` prints all of an environment',
    )
    .addOption(environmentOption())
    .addOption(localOption('ledger of the built-in mock API'))
    .addOption(ledgerOption())
    .addOption(workspaceOption())
    .action(
      run(async (io, address: string, options: LedgerFlags) => {
        const workspace = await openWorkspace(io, options);
        const environment = chooseEnvironment(workspace, options.env);
        const [{ readLedger }, { yamlText }, { unknownAddress }] = await Promise.all([
          import('../../session/ledger/ledger-store.ts'),
          import('../../report/text/yaml.ts'),
          import('./ledger-unknown.ts'),
        ]);
        const state = await readLedger(io, workspace, environment, options);
        const entries = new Map(Object.entries({ ...state.resources, ...state.orphans }));
        const entry = entries.get(address);
        const approvals = (state.approvals ?? []).filter((approval) => approval.address === address);
        if (entry === undefined && approvals.length === 0) throw unknownAddress(state, address, options);
        const used = approvals.map(({ allow, change, at }) => ({ allow, change, at }));
        io.stdout(
          yamlText({ [address]: { ...(used.length === 0 ? {} : { approvals: used }), ...entry } as never }),
        );
        return exitCodes.ok;
      }),
    );
}
