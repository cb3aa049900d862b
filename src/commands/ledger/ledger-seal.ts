import { Command } from 'commander';
import { commandLine } from '../../cli/command-line.ts';
import { helpEnd } from '../../cli/help.ts';
import { environmentOption, ledgerOption, workspaceOption } from '../../cli/options.ts';
import type { RunCommand } from '../../cli/run-command.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import { chooseEnvironment, openWorkspace } from '../../session/workspace/open-workspace.ts';
import type { LedgerFlags } from './ledger-flags.ts';

export function sealLedgerCommand(run: RunCommand): Command {
  return new Command('seal')
    .description('seal a ledger with EDGEWRIGHT_PLAN_KEY; from then on one without that seal is refused')
    .addHelpText(
      'after',
      helpEnd({
        examples: [
          'edgewright ledger seal --env production',
          'edgewright ledger seal --env production --ledger file',
        ],
        exits: ['configuration', 'unsafe', 'usage', 'settings'],
      }),
    )
    .addOption(environmentOption())
    .addOption(ledgerOption())
    .addOption(workspaceOption())
    .action(
      run(async (io, options: LedgerFlags) => {
        const workspace = await openWorkspace(io, options);
        const { name } = chooseEnvironment(workspace, options.env);
        const [{ openStore }, { runAbout }, { planKey }] = await Promise.all([
          import('../../session/ledger/ledger-store.ts'),
          import('../../session/ledger/run-about.ts'),
          import('../../session/saved/plan-key.ts'),
        ]);
        if (planKey(io) === undefined)
          throw new UserError(exitCodes.usage, 'EDGEWRIGHT_PLAN_KEY is not set', {
            help: 'make a key with `openssl rand -hex 32` and keep it where your secrets are',
          });
        const store = await openStore(io, workspace, options);
        const { serial, resources } = await store.seal(
          name,
          await runAbout(io, 'ledger seal', workspace.root),
        );
        const count = Object.keys(resources).length;
        const list = commandLine(['ledger', 'list', '--env', name], options);
        io.stdout(
          `The ledger of \`${name}\` is sealed as serial ${serial}, with what it had: ${count} ${count === 1 ? 'object' : 'objects'}; check \`${list}\`\n`,
        );
        return exitCodes.ok;
      }),
    );
}
