import { Command, Option } from 'commander';
import {
  apiOptions,
  colorOption,
  environmentsOption,
  failOnOption,
  gateOptions,
  onlyOption,
  outputOption,
  secretsOption,
  workspaceOption,
} from '../../cli/options.ts';
import type { RunCommand } from '../../cli/run-command.ts';
import { refuseWords } from '../../cli/stray-words.ts';
import type { PlanOptions } from './plan-environments.ts';
import { formatFlags, planReport } from '../../workflow/plan/plan-formats.ts';
import { diffCommand, showCommand } from './plan-saved.ts';
import { formatOption } from '../../cli/reports.ts';

/** `plan`: the difference between the files and what is live. Reads, and writes nothing. */
export function planCommand(run: RunCommand): Command {
  const command = new Command('plan')
    .description('show what apply would do, with the exact requests; reads the API and writes nothing')
    .addOption(environmentsOption('plan this environment only (default: all)'))
    .addOption(onlyOption())
    .addOption(formatOption(planReport))
    .option('--requests', 'show each request with its body in the text; JSON always has them')
    .option('--save <file>', 'keep the plan, so that `apply <file>` does this and nothing else')
    .addOption(
      new Option(
        '--base <ref>',
        'say of each change whether it was made since this work began on this git ref, or before, or outside; the stricter gates of both hold',
      ),
    )
    .addOption(failOnOption())
    .option('--snapshot <file>', 'plan by what `snapshot` wrote instead of by the API: needs no credential')
    .option('--detailed-exitcode', 'exit 2 when there are changes; held drift always does')
    .addOption(secretsOption())
    .addOption(colorOption())
    .addOption(workspaceOption())
    .addOption(outputOption());
  for (const option of [...formatFlags(), ...gateOptions(), ...apiOptions()]) command.addOption(option);
  // What follows the word of a subcommand is its own: `plan show x --format json`.
  command.enablePositionalOptions().addCommand(showCommand(run)).addCommand(diffCommand(run));
  return command.allowExcessArguments().action(
    run(async (io, options: PlanOptions, self: Command) => {
      refuseWords(self, options);
      const { planEnvironments } = await import('./plan-environments.ts');
      return planEnvironments(io, options);
    }),
  );
}
