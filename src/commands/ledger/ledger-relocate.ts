import { Command } from 'commander';
import { exitCodes, UserError, usageError } from '../../model/errors.ts';
import type { LedgerStore } from '../../model/ledger/ledger-store.ts';
import type { LedgerHome } from '../../model/ledger/ledger-home.ts';
import type { Environment } from '../../model/workspace.ts';
import { inertLine } from '../../report/text/inert.ts';
import type { RunCommand } from '../../run/cli/run-command.ts';
import { commandLine } from '../../run/cli/command-line.ts';
import { optionGroups, verb } from '../../run/cli/help.ts';
import { environmentOption, ledgerOption, localOption, workspaceOption } from '../../run/cli/options.ts';
import {
  beginWorkspace,
  chooseEnvironment,
  openWorkspace,
} from '../../run/session/workspace/open-workspace.ts';
import { runInWords } from '../../text/wording.ts';
import type { LedgerFlags } from './ledger-seal.ts';

/** For a workspace whose folder or repository has a new name: its ledgers name the old one. */
export function relocateLedgers(run: RunCommand): Command {
  return verb('relocate', {
    description: 'record in the ledgers that the workspace has moved to this folder or repository',
    examples: ['edgewright ledger relocate', 'edgewright ledger relocate -C teams/shop'],
    exits: ['configuration', 'unsafe', 'settings'],
    options: [ledgerOption(), workspaceOption()],
  }).action(
    run(async (io, options: LedgerFlags) => {
      const workspace = await beginWorkspace(io, options);
      const [{ unsafeError }, { withHome, homeElsewhere }, { ledgerSettings }, { storeOf }, { runAbout }] =
        await Promise.all([
          import('../../ledger/ledger-error.ts'),
          import('../../ledger/read-ledger.ts'),
          import('../../run/session/ledger/ledger-settings.ts'),
          import('../../run/session/ledger/store-of.ts'),
          import('../../run/session/ledger/run-about.ts'),
        ]);
      const { root } = workspace;
      const settings = ledgerSettings(workspace);
      const around = workspace.around();
      if (around === undefined)
        throw unsafeError(
          'outside of git, ledgers do not record where their workspace is',
          'nothing was changed',
        );
      const { home, others } = around;
      const twin = others.find(({ ledger }) => ledger.lineage === settings.lineage);
      if (twin !== undefined)
        throw unsafeError(
          `the workspace was copied, not moved: \`${twin.folder === '' ? '.' : twin.folder}\` has the same lineage`,
          `if this is the copy, ${home.own()}; if not, delete that one first`,
        );
      const store = await storeOf(io, { root, settings, isMoved: true }, options);
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

interface UnlockFlags extends LedgerFlags {
  readonly stillRunning?: boolean;
}

export function unlockLedger(run: RunCommand): Command {
  return verb('unlock', {
    description: 'take the lock away from a run that has ended without giving it back',
    examples: [
      'edgewright ledger unlock 3f9a1c07b2de --env production',
      'edgewright ledger unlock 3f9a1c07b2de --env production --ledger file',
    ],
    exits: ['configuration', 'unsafe', 'usage', 'settings'],
  })
    .argument('<run>', 'id of the run that holds the lock, as the refusal names it')
    .addOption(environmentOption())
    .addOption(localOption('use the ledger of the built-in mock API'))
    .addOption(ledgerOption())
    .optionsGroup(optionGroups.safety)
    .option(
      '--still-running',
      'unlock a run whose process still runs on this machine, too (danger: it and the next run may create the same objects)',
    )
    .addOption(workspaceOption())
    .action(
      run(async (io, id: string, options: UnlockFlags) => {
        const workspace = await openWorkspace(io, options);
        const environment = chooseEnvironment(workspace, options.env);
        const { openStore } = await import('../../run/session/ledger/open-ledger-store.ts');
        const store = await openStore(io, workspace, options);
        if (options.stillRunning !== true) await refuseRunning(store, { id, environment }, options);
        const found = await store.unlock(environment.name, id);
        if (found === 'not-locked') {
          io.stdout(`The ledger of ${environment.name} is not locked.\n`);
          return exitCodes.ok;
        }
        if (found !== 'unlocked') {
          throw usageError(
            `the lock is not that of run \`${id}\``,
            `run ${found.other.id} has it, since ${found.other.at}`,
          );
        }
        const plan = commandLine(['plan', '--env', environment.name], options);
        const more = (await store.holders(environment.name)).length;
        const shards = more === 0 ? '' : `, except for ${more} other ${more === 1 ? 'shard' : 'shards'}`;
        io.stdout(
          `The ledger of ${environment.name} is unlocked${shards}. What run ${id} recorded is part of it: \`${plan}\` shows what is left to do.\n`,
        );
        return exitCodes.ok;
      }),
    );
}

/** A run that is alive would go on sending what it has begun, while the next run takes it for ended. */
async function refuseRunning(
  store: LedgerStore,
  { id, environment: { name } }: { readonly id: string; readonly environment: Environment },
  options: UnlockFlags,
): Promise<void> {
  const holders = await store.holders(name);
  const alive = holders.find(({ run, isRunning }) => run?.id === id && isRunning === true);
  if (alive?.run === undefined) return;
  const forced = commandLine(['ledger', 'unlock', id, '--still-running', '--env', name], options);
  throw new UserError(
    exitCodes.unsafe,
    `${inertLine(runInWords(alive.run))} is still running on this machine: its lock stays`,
    {
      help: `wait for it, or end it with Ctrl-C or SIGTERM: it then gives the lock back. If that process is not this run: \`${forced}\``,
    },
  );
}
