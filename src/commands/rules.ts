import { Command } from 'commander';
import { exitCodes } from '../model/exit-codes.ts';
import { resultFormatOption } from '../run/cli/options.ts';
import type { RunCommand } from '../run/cli/run-command.ts';
import { verb } from '../run/cli/verb.ts';

/** `rules`: every lint rule, with its severity in each preset. */
export function rulesCommand(run: RunCommand): Command {
  return verb('rules', {
    group: 'check',
    description: 'list the lint rules with their severity in each preset',
    examples: ['edgewright rules', 'edgewright rules --format json'],
    exits: [],
    options: [resultFormatOption(['text', 'json'])],
  }).action(
    run(async (io, { format }: { format: 'text' | 'json' }) => {
      const [{ rules }, { rulesJson, rulesText }] = await Promise.all([
        import('../lint/rules.ts'),
        import('../report/explain/explain-rule.ts'),
      ]);
      io.stdout(format === 'json' ? rulesJson(rules) : rulesText(rules));
      return exitCodes.ok;
    }),
  );
}
