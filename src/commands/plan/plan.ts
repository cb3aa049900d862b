import { Command, Option } from 'commander';
import {
  apiOptions,
  colorOption,
  environmentsOption,
  failOnOption,
  gateOptions,
  onlyOption,
  outputOption,
  resultFormatOption,
  secretsOption,
  workspaceOption,
} from '../../run/cli/options.ts';
import { formatOption } from '../../run/cli/reports.ts';
import type { RunCommand } from '../../run/cli/run-command.ts';
import { refuseWords } from '../../run/cli/unused-words.ts';
import { environmentNames } from '../../run/session/workspace/open-workspace.ts';
import type { PlanOptions } from './plan-and-report.ts';
import type { ShowOptions } from './render-shown.ts';
import { usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { formatFlags, planReport } from '../../run/plan/plan-formats.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import { optionGroups } from '../../run/cli/option-groups.ts';
import { apiExits, verb } from '../../run/cli/verb.ts';

/** `plan`: the differences between the files and the live state. Only reads. */
export function planCommand(run: RunCommand): Command {
  const command = verb('plan', {
    group: 'review',
    summary: 'show what apply would change',
    description: 'show what apply would change; reads the API and writes nothing',
    examples: [
      'edgewright plan --env production',
      'edgewright plan --env production --base origin/main --format html=plan.html',
    ],
    exits: [...apiExits, 'changes', 'gate', 'unknown'],
  })
    .addOption(environmentsOption())
    .addOption(onlyOption())
    .optionsGroup(optionGroups.selection)
    .addOption(
      new Option(
        '--base <ref>',
        'git ref that the pull request targets: says whether each change is in this PR, pending there, or drift; the stricter gates of both apply',
      ),
    )
    .option('--rollback <run>', 'run of `apply --rollback`: shows what undoing it would change')
    .option('--snapshot <file>', 'file of `snapshot`, read instead of the API; needs no credential')
    .addOption(formatOption(planReport))
    .optionsGroup(optionGroups.output)
    .option('--save <file>', 'file for the plan; `apply <file>` applies just this')
    .option('--requests', 'show the requests with their bodies, in the text; JSON always has them')
    .option('--detailed-exitcode', 'exit 2 for a plan with changes (drift always has it)')
    .addOption(failOnOption('plan'))
    .addOption(secretsOption())
    .addOption(colorOption())
    .addOption(workspaceOption())
    .addOption(outputOption());
  for (const option of [...formatFlags(), ...gateOptions(), ...apiOptions()]) command.addOption(option);
  // Options after the name of a subcommand belong to it: `plan show x --format json`.
  return command
    .enablePositionalOptions()
    .addCommand(showCommand(run))
    .addCommand(diffCommand(run))
    .allowExcessArguments()
    .action(
      run(async (io, options: PlanOptions, self: Command) => {
        await refuseWords(self, options, () => environmentNames(io, options));
        const { planAndReport } = await import('./plan-and-report.ts');
        return planAndReport(io, options);
      }),
    );
}

interface DiffOptions {
  readonly format: 'text' | 'json';
  readonly detailedExitcode?: boolean;
}

/** `plan show`: prints a saved plan like `plan`. Does not use the API. */
function showCommand(run: RunCommand): Command {
  const command = verb('show', {
    description: 'show a saved plan, after checking its seal, or the JSON of a plan; does not read the API',
    examples: ['edgewright plan show plan.json', 'edgewright plan show plan.json --format html=plan.html'],
    exits: ['unsafe'],
  })
    .argument('<file>', 'file that `plan --save` or `plan --format json` wrote')
    .addOption(formatOption(planReport))
    .optionsGroup(optionGroups.output)
    .option('--requests', 'show the requests with their bodies, in the text')
    .addOption(colorOption())
    .addOption(outputOption());
  for (const option of formatFlags()) command.addOption(option);
  return command.action(
    run(async (io, file: string, options: ShowOptions, self: Command) => {
      refuseFlagsOfPlan(self);
      const { showPlan } = await import('./render-shown.ts');
      return showPlan(io, file, options);
    }),
  );
}

/** `plan diff`: the differences between two saved plans, that is, why the older one is stale. */
function diffCommand(run: RunCommand): Command {
  return verb('diff', {
    description: 'show what differs between two saved plans, and why the old one is stale',
    examples: [
      'edgewright plan diff yesterday.json plan.json',
      'edgewright plan diff yesterday.json plan.json --format json',
    ],
    exits: ['changes', 'unsafe'],
  })
    .argument('<old>', 'older file of `plan --save`')
    .argument('<new>', 'newer file of `plan --save`')
    .addOption(resultFormatOption(['text', 'json']))
    .optionsGroup(optionGroups.output)
    .option('--detailed-exitcode', 'exit 2 for plans that differ')
    .action(
      run(async (io, before: string, after: string, options: DiffOptions, command: Command) => {
        refuseFlagsOfPlan(command);
        return diff(io, { before, after }, options);
      }),
    );
}

/** `before` and `after`: the files of two plans. */
async function diff(
  io: Io,
  { before, after }: { readonly before: string; readonly after: string },
  options: DiffOptions,
): Promise<number> {
  const [{ openSavedPlan }, { diffPlans }, { planDiffText }, { jsonText }] = await Promise.all([
    import('../../run/session/saved-plans.ts'),
    import('../../plan/saved/diff-plans.ts'),
    import('../../report/plan/saved-texts.ts'),
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
  throw usageError(
    `\`${given.long ?? given.flags}\` cannot be used with \`plan ${command.name()}\``,
    `see \`edgewright plan ${command.name()} --help\``,
  );
}
