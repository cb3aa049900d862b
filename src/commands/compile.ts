import { Command } from 'commander';
import { exitCodes } from '../model/exit-codes.ts';
import type { Io } from '../model/io.ts';
import {
  environmentOption,
  onlyOption,
  outputOption,
  resultFormatOption,
  workspaceOption,
  type WorkspaceOptions,
} from '../run/cli/options.ts';
import type { RunCommand } from '../run/cli/run-command.ts';
import { refuseWords } from '../run/cli/unused-words.ts';
import { environmentNames } from '../run/session/workspace/open-workspace.ts';
import { writeResult } from '../run/cli/files/write-result.ts';
import { optionGroups } from '../run/cli/option-groups.ts';
import { verb } from '../run/cli/verb.ts';

interface CompileOptions extends WorkspaceOptions {
  readonly env?: string;
  readonly format: 'yaml' | 'json';
  readonly requests?: boolean;
  readonly origins?: boolean;
  readonly only?: readonly string[];
  readonly output?: string;
}

/** `compile`: the exact bodies of one environment, secrets as references. */
export function compileCommand(run: RunCommand): Command {
  return verb('compile', {
    group: 'review',
    summary: 'print the request bodies that the files compile to',
    description: 'print the request bodies that the files compile to, secrets as references',
    examples: [
      'edgewright compile --env production',
      'edgewright compile --env production --only https-route/shop-home --requests',
    ],
    exits: ['configuration', 'settings'],
  })
    .addOption(environmentOption())
    .addOption(resultFormatOption(['yaml', 'json']))
    .optionsGroup(optionGroups.output)
    .option('--requests', 'print the requests that would create all resources')
    .option('--origins', 'print the file and line of each value')
    .addOption(onlyOption(''))
    .addOption(workspaceOption())
    .addOption(outputOption())
    .allowExcessArguments()
    .action(
      run(async (io, options: CompileOptions, self: Command) => {
        await refuseWords(self, options, () => environmentNames(io, options));
        return compileEnvironment(io, options);
      }),
    );
}

async function compileEnvironment(io: Io, options: CompileOptions): Promise<number> {
  const { openRun } = await import('../run/session/run.ts');
  const run = await openRun(io, options);
  const { lintForEnvironment } = await import('../run/lint/lint-workspace.ts');
  const { desired } = await lintForEnvironment(run);
  const [{ compiledValue }, { jsonText }, { yamlText }, { matchesOnly }, { refuseEmptyFilter }] =
    await Promise.all([
      import('../report/compiled.ts'),
      import('../report/text/json.ts'),
      import('../report/text/yaml.ts'),
      import('../text/patterns/address-filter.ts'),
      import('../run/cli/refuse-empty-filter.ts'),
    ]);
  refuseEmptyFilter(options.only ?? [], desired);
  const chosen = desired.filter((resource) => matchesOnly(resource, options.only ?? []));
  const show = options.requests === true ? 'requests' : options.origins === true ? 'origins' : 'bodies';
  const value = compiledValue(chosen, { show });
  writeResult(io, options.format === 'json' ? jsonText(value) : yamlText(value), options.output);
  return exitCodes.ok;
}
