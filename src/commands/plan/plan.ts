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
import type { PlanOptions } from './plan-and-report.ts';
import { formatFlags, planReport } from '../../workflow/plan/plan-formats.ts';
import { diffCommand, showCommand } from './plan-saved.ts';
import { formatOption } from '../../cli/reports.ts';
import { apiExits, helpEnd, optionGroups, verbGroups } from '../../cli/help.ts';

/** `plan`: the differences between the files and the live state. Only reads. */
export function planCommand(run: RunCommand): Command {
  const command = new Command('plan')
    .helpGroup(verbGroups.review)
    .summary('show what apply would change')
    .description('show what apply would change; reads the API and writes nothing')
    .addHelpText(
      'after',
      helpEnd({
        examples: [
          'edgewright plan --env production',
          'edgewright plan --env production --base origin/main --format html=plan.html',
        ],
        exits: [...apiExits, 'changes', 'gate', 'unknown'],
      }),
    )
    .addOption(environmentsOption())
    .addOption(onlyOption())
    .optionsGroup(optionGroups.selection)
    .addOption(
      new Option(
        '--base <ref>',
        'git ref that the pull request targets: says whether each change is in this PR, pending there, or drift; the stricter gates of both apply',
      ),
    )
    .option('--snapshot <file>', 'file of `snapshot`, read instead of the API; needs no credential')
    .addOption(formatOption(planReport))
    .optionsGroup(optionGroups.output)
    .option('--save <file>', 'file for the plan; `apply <file>` applies just this')
    .option('--requests', 'requests with their bodies, in the text; JSON always has them')
    .option('--detailed-exitcode', 'exit 2 for a plan with changes (drift always has it)')
    .addOption(failOnOption())
    .addOption(secretsOption())
    .addOption(colorOption())
    .addOption(workspaceOption())
    .addOption(outputOption());
  for (const option of [...formatFlags(), ...gateOptions(), ...apiOptions()]) command.addOption(option);
  // Options after the name of a subcommand belong to it: `plan show x --format json`.
  command.enablePositionalOptions().addCommand(showCommand(run)).addCommand(diffCommand(run));
  return command.allowExcessArguments().action(
    run(async (io, options: PlanOptions, self: Command) => {
      refuseWords(self, options);
      const { planAndReport } = await import('./plan-and-report.ts');
      const { withSpans } = await import('../../session/spans/with-spans.ts');
      return withSpans(io, { 'edgewright.verb': 'plan' }, (traced) => planAndReport(traced, options));
    }),
  );
}
