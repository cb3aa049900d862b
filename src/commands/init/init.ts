import { Command, Option } from 'commander';
import { exitCodes } from '../../model/errors.ts';
import { collect, type RunCommand } from '../../cli/run-command.ts';
import { helpEnd, optionGroups, verbGroups } from '../../cli/help.ts';

interface InitOptions {
  readonly env: string;
  readonly with?: readonly string[];
}

/**
 * `init [folder]`: creates a workspace without findings that can be planned, with a ledger for its first environment.
 */
export function initCommand(run: RunCommand): Command {
  return new Command('init')
    .helpGroup(verbGroups.write)
    .summary('make a workspace with one environment and one resource')
    .description('make a workspace: edgewright.yaml, one environment, one resource, an empty ledger')
    .addHelpText(
      'after',
      helpEnd({
        examples: [
          'edgewright init my-edges',
          'edgewright init my-edges --env staging --with editor --with pre-commit',
        ],
        exits: ['unsafe'],
      }),
    )
    .argument('[folder]', 'folder of the workspace', '.')
    .optionsGroup(optionGroups.selection)
    .option('-e, --env <name>', 'name of the first environment', 'production')
    .addOption(
      new Option(
        '--with <what>',
        'extra files: editor (settings), pre-commit (a hook), github-actions (workflows); may be repeated',
      ).argParser(collect),
    )
    .action(
      run(async (io, folder: string, options: InitOptions) => {
        const { initWorkspace } = await import('./init-workspace.ts');
        const files = await initWorkspace(io, {
          folder,
          environment: options.env,
          extras: options.with ?? [],
        });
        for (const file of files) io.stdout(`created ${file}\n`);
        io.stdout(nextSteps(folder));
        return exitCodes.ok;
      }),
    );
}

function nextSteps(folder: string): string {
  const enter = folder === '.' ? '' : `  cd ${folder}\n`;
  return `\nNext:\n${enter}  edgewright lint            # what is wrong, at the exact key\n  edgewright plan --local    # what would change, on the built-in mock API\n  edgewright apply --local   # do it; the plan after it is empty\n`;
}
