import { Command } from 'commander';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { colorOption, outputOption, resultFormatOption } from '../../cli/options.ts';
import { formatFlags, planReport } from '../../workflow/plan/plan-formats.ts';
import { formatOption } from '../../cli/reports.ts';
import type { RunCommand } from '../../cli/run-command.ts';
import type { ShowOptions } from './render-shown.ts';
import { helpEnd, optionGroups } from '../../cli/help.ts';

interface DiffOptions {
  readonly format: 'text' | 'json';
  readonly detailedExitcode?: boolean;
}

/** `plan show`: prints a saved plan like `plan`. Does not use the API. */
export function showCommand(run: RunCommand): Command {
  const command = new Command('show')
    .description('show a saved plan, after checking its seal, or the JSON of a plan; does not read the API')
    .addHelpText(
      'after',
      helpEnd({
        examples: [
          'edgewright plan show plan.json',
          'edgewright plan show plan.json --format html=plan.html',
        ],
        exits: ['unsafe'],
      }),
    )
    .argument('<file>', 'file that `plan --save` or `plan --format json` wrote')
    .addOption(formatOption(planReport))
    .optionsGroup(optionGroups.output)
    .option('--requests', 'requests with their bodies, in the text')
    .addOption(colorOption())
    .addOption(outputOption());
  for (const option of formatFlags()) command.addOption(option);
  return command.action(
    run(async (io, file: string, options: ShowOptions, self: Command) => {
      refuseFlagsOfPlan(self);
      const { showPlan } = await import('./show-plan.ts');
      return showPlan(io, file, options);
    }),
  );
}

/** `plan diff`: the differences between two saved plans, that is, why the older one is stale. */
export function diffCommand(run: RunCommand): Command {
  return new Command('diff')
    .description('show what differs between two saved plans, and why the old one is stale')
    .addHelpText(
      'after',
      helpEnd({
        examples: [
          'edgewright plan diff yesterday.json plan.json',
          'edgewright plan diff yesterday.json plan.json --format json',
        ],
        exits: ['changes', 'unsafe'],
      }),
    )
    .argument('<old>', 'older file of `plan --save`')
    .argument('<new>', 'newer file of `plan --save`')
    .addOption(resultFormatOption(['text', 'json']))
    .optionsGroup(optionGroups.output)
    .option('--detailed-exitcode', 'exit 2 for plans that differ')
    .action(
      run(async (io, before: string, after: string, options: DiffOptions, command: Command) => {
        refuseFlagsOfPlan(command);
        return diff(io, before, after, options);
      }),
    );
}

async function diff(io: Io, before: string, after: string, options: DiffOptions): Promise<number> {
  const [{ openSavedPlan }, { diffPlans }, { planDiffText }, { jsonText }] = await Promise.all([
    import('../../session/saved/saved-plans.ts'),
    import('../../saved/plan/diff-plans.ts'),
    import('../../report/plan/saved/saved-diff.ts'),
    import('../../report/text/json.ts'),
  ]);
  const found = diffPlans(openSavedPlan(io, before).plan, openSavedPlan(io, after).plan);
  io.stdout(options.format === 'json' ? jsonText({ format: 1, ...found }) : planDiffText(found));
  const isSame = found.bound.length === 0 && found.steps.length === 0;
  return !isSame && options.detailedExitcode === true ? exitCodes.changes : exitCodes.ok;
}

/** Flags before the subcommand belong to `plan` itself and would have no effect. */
function refuseFlagsOfPlan(command: Command): void {
  const { parent } = command;
  const given = parent?.options.find(
    (option) => parent.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (given === undefined) return;
  throw new UserError(
    exitCodes.usage,
    `\`${given.long ?? given.flags}\` cannot be used with \`plan ${command.name()}\``,
    {
      help: `see \`edgewright plan ${command.name()} --help\``,
    },
  );
}
