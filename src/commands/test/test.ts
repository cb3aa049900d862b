import { Command, Option } from 'commander';
import {
  apiOptions,
  colorOption,
  environmentsOption,
  outputOption,
  secretsOption,
  workspaceOption,
} from '../../run/cli/options.ts';
import { formatOption } from '../../run/cli/reports.ts';
import { type RunCommand } from '../../run/cli/run-command.ts';
import { testsReport, type TestOptions } from './test-workspace.ts';
import { atLeastOne, collect } from '../../run/cli/option-values.ts';
import { optionGroups } from '../../run/cli/option-groups.ts';
import { apiExits, verb } from '../../run/cli/verb.ts';

/** `test`: what requests get and what lint policies say, by the files alone, compared with what tests expect. */
export function testCommand(run: RunCommand): Command {
  const command = verb('test', {
    group: 'check',
    description:
      'run the tests of requests and of lint policies by the files; with --send, send the requests to what is deployed',
    summary: 'run the tests of requests and of lint policies',
    examples: ['edgewright test', 'edgewright test --send --env production --name "*login*"'],
    exits: apiExits,
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
    .addOption(
      new Option('--all', 'list each test in the text, also at a terminal if more than ten ran').helpGroup(
        optionGroups.output,
      ),
    )
    .optionsGroup(optionGroups.sending)
    .option('--send', 'send the requests to what is deployed; only to hosts that were applied')
    .addOption(
      new Option(
        '--resolve <host=address>',
        'address of a host, such as `shop.example.com=192.0.2.7:8443`, or `*=127.0.0.1:4444` for all hosts at `edgewright dev`; not in a job; may be repeated',
      ).argParser(collect),
    )
    .addOption(
      new Option(
        '--host <host=edge>',
        'host for the tests that name an HTTPS edge; requests still go only to hosts that were applied; may be repeated',
      ).argParser(collect),
    )
    .option('--ca <file>', 'certificates (PEM) of an authority to trust beside the usual ones')
    .addOption(
      new Option('--timeout <seconds>', 'limit for each response (default: 10)').argParser(atLeastOne),
    )
    .addOption(
      new Option(
        '--wait <seconds>',
        'time after an apply in which a test that fails is sent again (default: none)',
      ).argParser(atLeastOne),
    )
    .option('--explain', 'compare live objects with the files where a test fails; reads the API')
    .addOption(formatOption(testsReport))
    .addOption(outputOption())
    .addOption(colorOption());
  for (const option of [secretsOption(), ...apiOptions()]) command.addOption(option);
  return command.action(
    run(async (io, files: readonly string[], options: TestOptions) => {
      const { testWorkspace } = await import('./test-workspace.ts');
      return testWorkspace(io, files, options);
    }),
  );
}
