import { Command, InvalidArgumentError } from 'commander';
import { exitCodes, usageError } from '../../model/errors.ts';
import { mostShards } from '../../model/ledger/shard.ts';
import { type RunCommand, wholeNumber } from '../../run/cli/run-command.ts';
import { verb } from '../../run/cli/help.ts';
import {
  environmentOption,
  environmentsOption,
  ledgerOption,
  localOption,
  resultFormatOption,
  workspaceOption,
} from '../../run/cli/options.ts';
import {
  beginWorkspace,
  chooseEnvironment,
  chooseEnvironments,
  openWorkspace,
} from '../../run/session/workspace/open-workspace.ts';
import type { LedgerFlags } from './ledger-seal.ts';

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
        const workspace = await beginWorkspace(io, options);
        const { name: to } = chooseEnvironment(workspace, name);
        if (workspace.environments.has(old))
          throw usageError(
            `\`${old}\` still has a file in \`environments/\``,
            `rename the file first; an environment of its own needs no new ledger name`,
          );
        const [{ openStore }, { runAbout }] = await Promise.all([
          import('../../run/session/ledger/open-ledger-store.ts'),
          import('../../run/session/ledger/run-about.ts'),
        ]);
        const store = await openStore(io, workspace, options);
        const { resources } = await store.rename(
          old,
          to,
          await runAbout(io, 'ledger rename-env', workspace.root),
        );
        const count = Object.keys(resources).length;
        io.stdout(
          `\`${to}\` has the ledger of \`${old}\` now, with ${count} ${count === 1 ? 'object' : 'objects'}; rollback files stay behind\n`,
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
        const workspace = await openWorkspace(io, options);
        const { name } = chooseEnvironment(workspace, options.env);
        const [{ noteTakenOver, openStore, refuseShards }, { runAbout }] = await Promise.all([
          import('../../run/session/ledger/open-ledger-store.ts'),
          import('../../run/session/ledger/run-about.ts'),
        ]);
        refuseShards(workspace, options, '`ledger shards`');
        const store = await openStore(io, workspace, options);
        noteTakenOver(
          io,
          await store.setShards(name, await runAbout(io, 'ledger shards', workspace.root), count),
        );
        io.stdout(
          `\`${name}\` is divided into ${count} ${count === 1 ? 'shard' : 'shards'}: use \`--shard <number>/${count}\`\n`,
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

interface VerifyFlags extends Omit<LedgerFlags, 'env'> {
  readonly env?: readonly string[];
}

export function verifyLedgers(run: RunCommand): Command {
  return verb('verify', {
    description: 'check every text of the ledgers: checksums, journals, lineage, serials; writes nothing',
    examples: ['edgewright ledger verify', 'edgewright ledger verify --env production --format json'],
    exits: ['configuration', 'unsafe', 'settings'],
    options: [
      environmentsOption(),
      resultFormatOption(['text', 'json']),
      localOption('use the ledger of the built-in mock API'),
      ledgerOption(),
      workspaceOption(),
    ],
  }).action(
    run(async (io, options: VerifyFlags) => {
      const workspace = await beginWorkspace(io, options);
      const [{ checkLedger }, { forgottenEnvironments }, { ledgerCheckText }, { jsonText }] =
        await Promise.all([
          import('../../run/ledger/check-ledger.ts'),
          import('../../run/session/ledger/refuse-forgotten.ts'),
          import('../../report/ledger-check.ts'),
          import('../../report/text/json.ts'),
        ]);
      const checked = [];
      const chosen = chooseEnvironments(workspace, options.env);
      for (const environment of chosen) {
        const findings = await checkLedger(io, workspace, environment, options);
        checked.push({ environment: environment.name, findings });
      }
      const [first] = chosen;
      const forgotten = first === undefined ? [] : await forgottenEnvironments(io, workspace, first, options);
      for (const { environment, ...finding } of forgotten)
        checked.push({ environment, findings: [{ state: 'fail' as const, ...finding }] });
      io.stdout(options.format === 'json' ? jsonText(checked) : ledgerCheckText(checked));
      const isWhole = checked.every(({ findings }) => findings.every(({ state }) => state !== 'fail'));
      return isWhole ? exitCodes.ok : exitCodes.unsafe;
    }),
  );
}
