import { Command } from 'commander';
import { exitCodes } from '../../model/errors.ts';
import { chooseEnvironment, openWorkspace } from '../../session/workspace/open-workspace.ts';
import { environmentOption, ledgerOption, workspaceOption } from '../../cli/options.ts';
import type { RunCommand } from '../../cli/run-command.ts';
import { helpEnd } from '../../cli/help.ts';
import type { LedgerSettings } from '../../model/workspace.ts';
import type { LedgerFlags } from './ledger-flags.ts';

/** Secrets are never in a ledger, but the rest of what is live is. */
function whoReads({ remote, branch }: LedgerSettings & { readonly store: 'git' }): string {
  return `note: everyone who can read \`${remote}\` can read ids and live values on the branch \`${branch}\`; \`remote:\` under \`ledger:\` names another repository`;
}

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
        const [{ createLedger, ledgerSettings }, { writeLedgerIgnore }] = await Promise.all([
          import('../../session/ledger/ledger-store.ts'),
          import('../../session/ledger/ledger-ignore.ts'),
        ]);
        const { root } = workspace;
        const settings = ledgerSettings(workspace);
        const shown = await createLedger(io, { root, environment: name, settings, options });
        io.stdout(`\`${name}\` has an empty ledger now: ${shown}\n`);
        if (settings.store === 'git') io.stderr(`${whoReads(settings)}\n`);
        if (settings.store === 'file') writeLedgerIgnore(root);
        return exitCodes.ok;
      }),
    );
}
