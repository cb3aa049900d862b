import { Command, Option } from 'commander';
import { verb, optionGroups } from '../../run/cli/help.ts';
import { colorOption, environmentsOption, outputOption, workspaceOption } from '../../run/cli/options.ts';
import { formatOption } from '../../run/cli/reports.ts';
import { type RunCommand } from '../../run/cli/run-command.ts';
import { testsReport, type TestOptions } from './test-workspace.ts';
import { collect } from '../../run/cli/option-values.ts';

/** `test`: what requests get and what lint policies say, by the files alone, compared with what tests expect. */
export function testCommand(run: RunCommand): Command {
  return verb('test', {
    group: 'check',
    description: 'run the tests of requests and of lint policies',
    examples: ['edgewright test', 'edgewright test --env production --name "*login*"'],
    exits: ['configuration', 'settings'],
  })
    .argument('[files...]', 'test files or folders (default: all)')
    .addOption(environmentsOption())
    .optionsGroup(optionGroups.selection)
    .addOption(new Option('--name <glob>', 'name of the tests to run; may be repeated').argParser(collect))
    .option('--watch', 'run again after each change of a file, until interrupted')
    .addOption(workspaceOption())
    .optionsGroup(optionGroups.checks)
    .option('--cover', 'show the ways of requests that the tests take, for each resource, rule and module')
    .option('--suggest <address>', 'resource; prints a test for each way through it that no test takes')
    .addOption(formatOption(testsReport))
    .addOption(outputOption())
    .addOption(colorOption())
    .action(
      run(async (io, files: readonly string[], options: TestOptions) => {
        const { testWorkspace } = await import('./test-workspace.ts');
        return testWorkspace(io, files, options);
      }),
    );
}
