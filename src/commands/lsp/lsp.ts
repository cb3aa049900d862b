import { Command, Option } from 'commander';
import { exitCodes, UserError } from '../../model/errors.ts';
import { wholeNumber, type RunCommand } from '../../cli/run-command.ts';

interface LspOptions {
  readonly clientProcessId?: number;
}

/** `lsp`: a language server for an editor, over stdin and stdout. Loads its libraries only here. */
export function lspCommand(run: RunCommand): Command {
  return new Command('lsp')
    .description('serve an editor: findings as you type, fixes, hover, completion, definitions, renaming')
    .addOption(new Option('--stdio', 'speak over stdin and stdout, which is the only way; editors pass it'))
    .addOption(
      new Option('--clientProcessId <pid>', 'end when this process does; editors pass it').argParser(
        wholeNumber,
      ),
    )
    .action(
      run(async (io, { clientProcessId }: LspOptions) => {
        if (io.openChannel === undefined)
          throw new UserError(exitCodes.usage, 'lsp speaks to an editor, and there is none here');
        const [{ serve }, { createEngine }] = await Promise.all([
          import('../../lsp/protocol/server.ts'),
          import('./lsp-engine.ts'),
        ]);
        const channel = io.openChannel();
        const ended = await serve(channel, createEngine(io), clientProcessId);
        channel.close();
        return ended === 'clean' ? exitCodes.ok : exitCodes.configuration;
      }),
    );
}
