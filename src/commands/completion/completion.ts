import { Argument, Command } from 'commander';
import { outputOption } from '../../run/cli/options.ts';
import type { RunCommand } from '../../run/cli/run-command.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { CommandSource } from './complete-words.ts';
import { shells, type Shell } from './shells.ts';
import { verb } from '../../run/cli/verb.ts';

/** `completion <shell>`: prints the script for a shell; with words, the possible ends of that command line. */
export function completionCommand(run: RunCommand, source: CommandSource): Command {
  return verb('completion', {
    group: 'operate',
    summary: 'print a script with which a shell completes our commands',
    description: 'print a script with which a shell completes commands, options, addresses and other values',
    examples: ['edgewright completion bash', 'edgewright completion zsh --output _edgewright'],
    exits: [],
  })
    .addArgument(new Argument('<shell>', 'shell that reads the script').choices(Object.keys(shells)))
    .argument('[words...]', 'command line to complete; the script passes it after `--`')
    .addOption(outputOption())
    .action(
      run(async (io, shell: Shell, words: readonly string[], { output }: { output?: string }) => {
        if (words.length === 0) {
          const { writeResult } = await import('../../run/cli/files/write-result.ts');
          writeResult(io, shells[shell], output);
          return exitCodes.ok;
        }
        const { answerShell } = await import('./answer-shell.ts');
        io.stdout(await answerShell(io, { shell, words, source }));
        return exitCodes.ok;
      }),
    );
}
