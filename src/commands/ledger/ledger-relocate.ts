import { unsafeError } from '../../ledger/ledger-error.ts';
import { withHome, homeElsewhere } from '../../ledger/read-ledger.ts';
import { ledgerSettings } from '../../run/session/ledger/ledger-settings.ts';
import { storeOf } from '../../run/session/ledger/store-of.ts';
import { runAbout } from '../../run/session/ledger/run-about.ts';
import { beginRun } from '../../run/session/run.ts';
import { Command } from 'commander';
import { exitCodes } from '../../model/exit-codes.ts';
import type { LedgerHome } from '../../model/ledger/ledger-home.ts';
import type { RunCommand } from '../../run/cli/run-command.ts';
import { ledgerOption, workspaceOption } from '../../run/cli/options.ts';
import type { LedgerFlags } from './ledger-read.ts';
import { verb } from '../../run/cli/verb.ts';

/** For a workspace whose folder or repository has a new name: its ledgers name the old one. */
export function relocateLedgers(run: RunCommand): Command {
  return verb('relocate', {
    description: 'record in the ledgers that the workspace has moved to this folder or repository',
    examples: ['edgewright ledger relocate', 'edgewright ledger relocate -C teams/shop'],
    exits: ['configuration', 'unsafe', 'settings'],
    options: [ledgerOption(), workspaceOption()],
  }).action(
    run(async (io, options: LedgerFlags) => {
      const { workspace, ledger, place } = await beginRun(io, options);
      const { root } = workspace;
      const settings = ledgerSettings(workspace);
      const around = workspace.around();
      if (around === undefined)
        throw unsafeError(
          'outside of git, ledgers do not record where their workspace is',
          'nothing was changed',
        );
      const { home, others } = around;
      const sameLineage = others.find(({ ledger }) => ledger.lineage === settings.lineage);
      if (sameLineage !== undefined)
        throw unsafeError(
          `the workspace was copied, not moved: \`${sameLineage.folder === '' ? '.' : sameLineage.folder}\` has the same lineage`,
          `if this is the copy, ${home.ownHelp()}; if not, delete that one first`,
        );
      const store = await storeOf(io, { root, settings, isMoved: true, ledger, place });
      const about = await runAbout(io, 'ledger relocate', root);
      for (const name of workspace.environments.keys()) {
        const known = await store.read(name);
        if (known === undefined || (known.home !== undefined && homeElsewhere(home, known) === undefined))
          continue;
        const lock = await store.lock(name, about);
        try {
          const { home: _left, ...state } = lock.state() ?? known;
          await lock.replace(withHome({ home }, { ...state, serial: state.serial + 1 }));
          io.stdout(`The ledger of \`${name}\` ${from(known.home)} is that of ${here(home)} now\n`);
        } finally {
          await lock.release();
        }
      }
      return exitCodes.ok;
    }),
  );
}

function from(home: LedgerHome | undefined): string {
  return home === undefined ? '' : `of ${here({ ...home, repositories: [home.repository ?? ''] })}`;
}

function here({
  folder,
  repositories: [repository = ''],
}: {
  folder: string;
  repositories: readonly string[];
}): string {
  const place = folder === '' ? 'the top folder' : `\`${folder}\``;
  return repository === '' ? place : `${place} of \`${repository}\``;
}
