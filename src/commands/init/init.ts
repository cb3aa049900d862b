import { Command, Option } from 'commander';
import { exitCodes } from '../../model/errors.ts';
import { collect, type RunCommand } from '../../cli/run-command.ts';

interface InitOptions {
  readonly env: string;
  readonly with?: readonly string[];
}

/** `init [folder]`: a workspace that lints clean and plans, with a ledger for its first environment. */
export function initCommand(run: RunCommand): Command {
  return new Command('init')
    .description('make a workspace: edgewright.yaml, one environment, one resource, an empty ledger')
    .argument('[folder]', 'where', '.')
    .option('-e, --env <name>', 'the name of the first environment', 'production')
    .addOption(
      new Option(
        '--with <what>',
        'also write editor settings, a hook or a workflow: editor, pre-commit, github-actions; may be repeated',
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
  return `\nNext:\n${enter}  edgewright lint            # what is wrong, at the exact key\n  edgewright plan --local    # what would change, on the embedded API\n  edgewright apply --local   # do it; the plan after it is empty\n`;
}
