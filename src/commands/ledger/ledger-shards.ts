import { Command, InvalidArgumentError } from 'commander';
import { environmentOption, workspaceOption } from '../../run/cli/options.ts';
import { wholeNumber, type RunCommand } from '../../run/cli/run-command.ts';
import { verb } from '../../run/cli/help.ts';
import { exitCodes } from '../../model/errors.ts';
import { mostShards } from '../../model/ledger/shard.ts';
import { chooseEnvironment, openWorkspace } from '../../run/session/workspace/open-workspace.ts';
import type { LedgerFlags } from './ledger-seal.ts';

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
