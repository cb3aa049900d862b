import { Command, Option } from 'commander';
import { exitCodes, UserError } from '../model/errors.ts';
import type { Io } from '../model/io.ts';
import { colorOption, type ColorOptions } from './options.ts';
import type { RunCommand } from './run-command.ts';

interface ShowOptions extends ColorOptions {
  readonly format: 'text' | 'json' | 'markdown';
  readonly requests?: boolean;
  readonly all?: boolean;
}

interface DiffOptions {
  readonly format: 'text' | 'json';
  readonly detailedExitcode?: boolean;
}

/** `plan show`: a saved plan, as `plan` printed it. Asks nothing of the API. */
export function showCommand(run: RunCommand): Command {
  return new Command('show')
    .description('show a saved plan again, after a look at its seal; asks nothing of the API')
    .argument('<file>', 'what `plan --save` wrote')
    .addOption(new Option('--format <format>', 'how').choices(['text', 'json', 'markdown']).default('text'))
    .option('--requests', 'show each request with its body in the text')
    .option('--all', 'show every step and value in full, however many')
    .addOption(colorOption())
    .action(
      run(async (io, file: string, options: ShowOptions, command: Command) => {
        refuseFlagsOfPlan(command);
        return show(io, file, options);
      }),
    );
}

/** `plan diff`: why the older of two saved plans does not hold any more. */
export function diffCommand(run: RunCommand): Command {
  return new Command('diff')
    .description('say what differs between two saved plans, and why the old one went stale')
    .argument('<old>', 'what `plan --save` wrote first')
    .argument('<new>', 'what it wrote later')
    .addOption(new Option('--format <format>', 'how').choices(['text', 'json']).default('text'))
    .option('--detailed-exitcode', 'exit 2 when they differ')
    .action(
      run(async (io, before: string, after: string, options: DiffOptions, command: Command) => {
        refuseFlagsOfPlan(command);
        return diff(io, before, after, options);
      }),
    );
}

async function show(io: Io, file: string, { format, requests, all, color }: ShowOptions): Promise<number> {
  const { openSavedPlan } = await import('./saved-plans.ts');
  const { plan, document, signature } = openSavedPlan(io, file);
  const { jsonText } = await import('../report/json.ts');
  if (format === 'json') {
    io.stdout(jsonText(document));
    return exitCodes.ok;
  }
  const { planOf } = await import('../saved/plan-of.ts');
  const value = planOf(plan);
  if (format === 'markdown') {
    const { planMarkdown } = await import('../report/plan-markdown.ts');
    io.stdout(planMarkdown([value]));
    return exitCodes.ok;
  }
  const [{ planText }, { bindingText }, { wantsColor }] = await Promise.all([
    import('../report/plan-text.ts'),
    import('../report/plan-binding.ts'),
    import('./color.ts'),
  ]);
  const look = {
    color: wantsColor(io, { color }),
    columns: io.columns,
    showsBodies: requests === true,
    view: all === true || requests === true ? ('all' as const) : ('brief' as const),
  };
  io.stdout(`${planText(value, look)}\n${bindingText(value, signature)}`);
  return exitCodes.ok;
}

async function diff(io: Io, before: string, after: string, options: DiffOptions): Promise<number> {
  const [{ openSavedPlan }, { diffPlans }, { planDiffText }, { jsonText }] = await Promise.all([
    import('./saved-plans.ts'),
    import('../saved/diff-plans.ts'),
    import('../report/saved-diff.ts'),
    import('../report/json.ts'),
  ]);
  const found = diffPlans(openSavedPlan(io, before).plan, openSavedPlan(io, after).plan);
  io.stdout(options.format === 'json' ? jsonText({ format: 1, ...found }) : planDiffText(found));
  const isSame = found.bound.length === 0 && found.steps.length === 0;
  return !isSame && options.detailedExitcode === true ? exitCodes.changes : exitCodes.ok;
}

/** What stands before the word is for `plan` itself, and would do nothing here. */
function refuseFlagsOfPlan(command: Command): void {
  const { parent } = command;
  const given = parent?.options.find(
    (option) => parent.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (given === undefined) return;
  throw new UserError(
    exitCodes.usage,
    `\`${given.long ?? given.flags}\` does not go with \`plan ${command.name()}\``,
    {
      help: `see \`edgewright plan ${command.name()} --help\``,
    },
  );
}
