import { Command, Option } from 'commander';
import { exitCodes } from '../model/errors.ts';
import type { RunCommand } from '../cli/run-command.ts';

/** `rules`: every lint rule, with its severity in each preset. */
export function rulesCommand(run: RunCommand): Command {
  return new Command('rules')
    .description('list the lint rules with their severity in each preset')
    .addOption(
      new Option('--format <format>', 'format of the result').choices(['text', 'json']).default('text'),
    )
    .action(
      run(async (io, { format }: { format: 'text' | 'json' }) => {
        const [{ rules }, { rulesJson, rulesText }] = await Promise.all([
          import('../lint/rules.gen.ts'),
          import('../report/explain/rules.ts'),
        ]);
        io.stdout(format === 'json' ? rulesJson(rules) : rulesText(rules));
        return exitCodes.ok;
      }),
    );
}
