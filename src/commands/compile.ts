import { Command, Option } from 'commander';
import { exitCodes } from '../model/errors.ts';
import type { Io } from '../model/io.ts';
import { chooseEnvironment, openWorkspace } from '../session/workspace/open-workspace.ts';
import {
  environmentOption,
  onlyOption,
  outputOption,
  workspaceOption,
  type WorkspaceOptions,
} from '../cli/options.ts';
import type { RunCommand } from '../cli/run-command.ts';
import { refuseWords } from '../cli/stray-words.ts';
import { writeResult } from '../cli/files/write-result.ts';

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
  return new Command('compile')
    .description('print the exact bodies that the API would be sent, secrets as references')
    .addOption(environmentOption('the environment to compile; may be left out when there is one'))
    .addOption(
      new Option('--format <format>', 'format of the result').choices(['yaml', 'json']).default('yaml'),
    )
    .option('--requests', 'print the requests that would create everything from nothing')
    .option('--origins', 'print where each value was written')
    .addOption(onlyOption())
    .addOption(workspaceOption())
    .addOption(outputOption())
    .allowExcessArguments()
    .action(
      run((io, options: CompileOptions, self: Command) => {
        refuseWords(self, options);
        return compileEnvironment(io, options);
      }),
    );
}

async function compileEnvironment(io: Io, options: CompileOptions): Promise<number> {
  const workspace = await openWorkspace(io, options);
  const environment = chooseEnvironment(workspace, options.env);
  const { lintForEnvironment } = await import('../workflow/lint/lint-workspace.ts');
  const { desired, failure } = await lintForEnvironment(io, workspace, environment.name);
  if (failure !== undefined) return failure;
  const [{ compiledValue }, { yamlText }, { jsonText }, { matchesOnly }, { refuseEmptyFilter }] =
    await Promise.all([
      import('../report/compiled.ts'),
      import('../report/text/yaml.ts'),
      import('../report/text/json.ts'),
      import('../domain/address-filter.ts'),
      import('../cli/refuse-empty-filter.ts'),
    ]);
  refuseEmptyFilter(options.only ?? [], desired);
  const chosen = desired.filter((resource) => matchesOnly(resource, options.only ?? []));
  const value = compiledValue(chosen, {
    show: options.requests === true ? 'requests' : options.origins === true ? 'origins' : 'bodies',
  });
  const text = options.format === 'json' ? jsonText(value) : yamlText(value);
  writeResult(io, text, options.output);
  return exitCodes.ok;
}
