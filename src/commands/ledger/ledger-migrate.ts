import { Command, Option } from 'commander';
import { exitCodes } from '../../model/errors.ts';
import { ledgerStores } from '../../kinds/documents/words.ts';
import { workspaceOption, type WorkspaceOptions } from '../../cli/options.ts';
import { helpEnd, optionGroups } from '../../cli/help.ts';
import type { RunCommand } from '../../cli/run-command.ts';
import { beginWorkspace } from '../../session/workspace/open-workspace.ts';
import type { MoveFlags } from '../../workflow/ledger/ledger-places.ts';

export function migrateLedgersCommand(run: RunCommand): Command {
  const storeOption = (flags: string, doc: string): Option =>
    new Option(flags, doc).choices(ledgerStores).makeOptionMandatory().helpGroup(optionGroups.selection);
  return new Command('migrate')
    .description('move the ledgers of all environments to another store, with nothing lost')
    .addHelpText(
      'after',
      helpEnd({
        examples: [
          'edgewright ledger migrate --from file --to git',
          'edgewright ledger migrate --from git --to git --remote private',
        ],
        exits: ['configuration', 'unsafe', 'unreachable', 'settings'],
      }),
    )
    .addOption(storeOption('--from <store>', 'store that has the ledgers'))
    .addOption(storeOption('--to <store>', 'store that gets them; it must hold none yet'))
    .optionsGroup(optionGroups.selection)
    .option(
      '--remote <remote>',
      'remote, in the git configuration, of the store that edgewright.yaml does not name yet',
    )
    .option('--branch <branch>', 'its branch')
    .addOption(workspaceOption())
    .action(
      run(async (io, options: WorkspaceOptions & MoveFlags) => {
        const workspace = await beginWorkspace(io, options);
        const [{ moveLedgers }, { movedLedgersText }] = await Promise.all([
          import('../../workflow/ledger/move-ledgers.ts'),
          import('../../report/moved-ledgers.ts'),
        ]);
        io.stdout(movedLedgersText(await moveLedgers(io, workspace, options)));
        return exitCodes.ok;
      }),
    );
}
