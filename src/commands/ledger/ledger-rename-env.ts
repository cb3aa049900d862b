import { Command } from 'commander';
import { verb } from '../../run/cli/help.ts';
import { ledgerOption, workspaceOption } from '../../run/cli/options.ts';
import { beginWorkspace, chooseEnvironment } from '../../run/session/workspace/open-workspace.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { RunCommand } from '../../run/cli/run-command.ts';
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
          throw new UserError(exitCodes.usage, `\`${old}\` still has a file in \`environments/\``, {
            help: `rename the file first; an environment of its own needs no new ledger name`,
          });
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
