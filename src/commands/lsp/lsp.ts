import { Command, Option } from 'commander';
import { usageError } from '../../model/errors.ts';
import { type RunCommand } from '../../run/cli/run-command.ts';
import { wholeNumber } from '../../run/cli/option-values.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import { optionGroups } from '../../run/cli/option-groups.ts';
import { verb } from '../../run/cli/verb.ts';

interface LspOptions {
  readonly clientProcessId?: number;
}

/** `lsp`: a language server for an editor, over stdin and stdout. Loads its libraries only here. */
export function lspCommand(run: RunCommand): Command {
  return verb('lsp', {
    group: 'write',
    summary: 'serve an editor: findings, fixes, hover, completion, renaming',
    description: 'serve an editor: findings as you type, fixes, hover, completion, definitions, renaming',
    examples: ['edgewright lsp', 'edgewright lsp --stdio'],
    exits: ['configuration'],
  })
    .optionsGroup(optionGroups.editor)
    .addOption(new Option('--stdio', 'use stdin and stdout, the only transport; editors pass it'))
    .addOption(
      new Option(
        '--clientProcessId <pid>',
        'process id of the editor, at whose end the server ends; editors pass it',
      ).argParser(wholeNumber),
    )
    .action(
      run(async (io, { clientProcessId }: LspOptions) => {
        if (io.openChannel === undefined) throw usageError('lsp speaks to an editor, and there is none here');
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
