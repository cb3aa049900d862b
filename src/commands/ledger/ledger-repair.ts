/** The verbs of `ledger` that write it, without the API. */
import {
  createLedger,
  openStore,
  noteTakenOver,
  refuseShards,
} from '../../run/session/ledger/open-ledger-store.ts';
import { ledgerSettings, whoReads, writeLedgerIgnore } from '../../run/session/ledger/ledger-settings.ts';
import { runAbout } from '../../run/session/ledger/run-about.ts';
import { planKey } from '../../run/session/saved-plans.ts';
import { movedLedgersText } from '../../report/moved-ledgers.ts';
import { beginRun, openRun } from '../../run/session/run.ts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ledgerStores } from '../../kinds/documents/words.ts';
import { UserError, usageError } from '../../model/errors.ts';
import type { LedgerStore } from '../../model/ledger/ledger-store.ts';
import { mostShards } from '../../model/ledger/shard.ts';
import { inertLine } from '../../report/text/inert.ts';
import { commandLine, type PlaceFlags } from '../../run/cli/command-line.ts';
import {
  environmentOption,
  ledgerOption,
  localOption,
  workspaceOption,
  type WorkspaceOptions,
} from '../../run/cli/options.ts';
import { type RunCommand } from '../../run/cli/run-command.ts';
import { moveLedgers, type MoveFlags } from '../../run/ledger/move-ledgers.ts';
import { chooseEnvironment } from '../../run/session/workspace/choose-environments.ts';
import { counted } from '../../text/words/noun-words.ts';
import type { LedgerFlags } from './ledger-read.ts';
import { wholeNumber } from '../../run/cli/option-values.ts';
import { runInWords } from '../../text/words/run-in-words.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import { optionGroups } from '../../run/cli/option-groups.ts';
import { verb } from '../../run/cli/verb.ts';

export function initLedger(run: RunCommand): Command {
  return verb('init', {
    description: 'create an empty ledger for an environment that has none',
    examples: ['edgewright ledger init --env production', 'edgewright ledger init --env staging'],
    exits: ['configuration', 'unsafe', 'settings'],
    options: [environmentOption(), ledgerOption(), workspaceOption()],
  }).action(
    run(async (io, options: LedgerFlags) => {
      const { workspace, environment, ledger, place } = await openRun(io, options);
      const { name } = environment;
      const { root } = workspace;
      const settings = ledgerSettings(workspace);
      const shown = await createLedger(io, { root, environment: name, settings, ledger, place });
      io.stdout(`\`${name}\` has an empty ledger now: ${shown}\n`);
      const readers = whoReads(settings);
      if (readers !== undefined)
        io.stderr(`note: ${readers}; \`remote:\` under \`ledger:\` names another repository\n`);
      if (settings.store === 'file') writeLedgerIgnore(root);
      return exitCodes.ok;
    }),
  );
}

export function sealLedgerCommand(run: RunCommand): Command {
  return verb('seal', {
    description: 'seal a ledger with EDGEWRIGHT_PLAN_KEY; from then on one without that seal is refused',
    examples: [
      'edgewright ledger seal --env production',
      'edgewright ledger seal --env production --ledger file',
    ],
    exits: ['configuration', 'unsafe', 'usage', 'settings'],
    options: [environmentOption(), ledgerOption(), workspaceOption()],
  }).action(
    run(async (io, options: LedgerFlags) => {
      const opened = await openRun(io, options);
      const {
        workspace,
        environment: { name },
      } = opened;
      if (planKey(io) === undefined)
        throw usageError(
          'EDGEWRIGHT_PLAN_KEY is not set',
          'make a key with `openssl rand -hex 32` and keep it where your secrets are',
        );
      const store = await openStore(opened);
      const { serial, resources } = await store.seal(name, await runAbout(io, 'ledger seal', workspace.root));
      const objects = counted(Object.keys(resources).length, 'object');
      const list = commandLine(['ledger', 'list', '--env', name], opened.place);
      io.stdout(
        `The ledger of \`${name}\` is sealed as serial ${serial}, with what it had: ${objects}; check \`${list}\`\n`,
      );
      return exitCodes.ok;
    }),
  );
}

export function migrateLedgersCommand(run: RunCommand): Command {
  const storeOption = (flags: string, doc: string): Option =>
    new Option(flags, doc).choices(ledgerStores).makeOptionMandatory().helpGroup(optionGroups.selection);
  return verb('migrate', {
    description: 'move the ledgers of all environments to another store, with nothing lost',
    examples: [
      'edgewright ledger migrate --from file --to git',
      'edgewright ledger migrate --from git --to git --remote private',
    ],
    exits: ['configuration', 'unsafe', 'unreachable', 'settings'],
  })
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
        const opened = await beginRun(io, options);
        io.stdout(movedLedgersText(await moveLedgers(opened, options)));
        return exitCodes.ok;
      }),
    );
}

export function renameEnvironmentCommand(run: RunCommand): Command {
  return verb('rename-env', {
    description: 'give the ledger of an environment to its new name; writes nothing to the API',
    examples: ['edgewright ledger rename-env prod production', 'edgewright ledger rename-env qa staging'],
    exits: ['configuration', 'unsafe', 'settings'],
    options: [ledgerOption(), workspaceOption()],
  })
    .argument('<old>', 'name that no file of `environments/` has any more')
    .argument('<new>', 'name of the file that it has now')
    .action(
      run(async (io, old: string, name: string, options: LedgerFlags) => {
        const opened = await beginRun(io, options);
        const { workspace } = opened;
        const { name: to } = chooseEnvironment(workspace, name);
        if (workspace.environments.has(old))
          throw usageError(
            `\`${old}\` still has a file in \`environments/\``,
            `rename the file first; an environment of its own needs no new ledger name`,
          );
        const store = await openStore(opened);
        const { resources } = await store.rename(
          old,
          to,
          await runAbout(io, 'ledger rename-env', workspace.root),
        );
        const objects = counted(Object.keys(resources).length, 'object');
        io.stdout(
          `\`${to}\` has the ledger of \`${old}\` now, with ${objects}; rollback files stay behind\n`,
        );
        return exitCodes.ok;
      }),
    );
}

export function divideLedger(run: RunCommand): Command {
  return verb('shards', {
    description: 'change the number of shards that `apply --shard` divides an environment into',
    examples: ['edgewright ledger shards 4 --env production', 'edgewright ledger shards 8 --env production'],
    exits: ['configuration', 'unsafe', 'usage', 'settings'],
    options: [environmentOption(), workspaceOption()],
  })
    .argument(
      '<number>',
      `number of shards, at most ${mostShards}; set it while no apply is running`,
      shardNumber,
    )
    .action(
      run(async (io, count: number, options: LedgerFlags) => {
        const opened = await openRun(io, options);
        const {
          workspace,
          environment: { name },
        } = opened;
        refuseShards(opened, '`ledger shards`');
        const store = await openStore(opened);
        noteTakenOver(
          io,
          await store.setShards(name, await runAbout(io, 'ledger shards', workspace.root), count),
        );
        io.stdout(
          `\`${name}\` is divided into ${counted(count, 'shard')}: use \`--shard <number>/${count}\`\n`,
        );
        return exitCodes.ok;
      }),
    );
}

function shardNumber(value: string): number {
  const count = wholeNumber(value);
  if (count >= 1 && count <= mostShards) return count;
  throw new InvalidArgumentError(`it must be from 1 to ${mostShards}.`);
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
        const opened = await openRun(io, options);
        const { environment, place } = opened;
        const store = await openStore(opened);
        if (options.stillRunning !== true)
          await refuseRunning(store, { id, environment: environment.name }, place);
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
        const plan = commandLine(['plan', '--env', environment.name], place);
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
  { id, environment }: { readonly id: string; readonly environment: string },
  place: PlaceFlags,
): Promise<void> {
  const holders = await store.holders(environment);
  const alive = holders.find(({ run, isRunning }) => run?.id === id && isRunning === true);
  if (alive?.run === undefined) return;
  const forced = commandLine(['ledger', 'unlock', id, '--still-running', '--env', environment], place);
  throw new UserError(
    exitCodes.unsafe,
    `${inertLine(runInWords(alive.run))} is still running on this machine: its lock stays`,
    {
      help: `wait for it, or end it with Ctrl-C or SIGTERM: it then gives the lock back. If that process is not this run: \`${forced}\``,
    },
  );
}
