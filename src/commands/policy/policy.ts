import { Command } from 'commander';
import { workspaceOption, type WorkspaceOptions } from '../../run/cli/options.ts';
import type { RunCommand } from '../../run/cli/run-command.ts';
import { helpEnd, verbGroups } from '../../run/cli/help.ts';

/** `policy test`: runs the tests of the policies in edgewright.yaml. */
export function policyCommand(run: RunCommand): Command {
  return new Command('policy')
    .helpGroup(verbGroups.check)
    .description('test the lint policies of edgewright.yaml')
    .addHelpText(
      'after',
      helpEnd({
        examples: ['edgewright policy test', 'edgewright policy test policies/house.test.yaml'],
        exits: [],
      }),
    )
    .addCommand(testPolicies(run));
}

function testPolicies(run: RunCommand): Command {
  return new Command('test')
    .description('check the resources of test files, and compare the verdicts with the expected ones')
    .addHelpText(
      'after',
      helpEnd({
        examples: ['edgewright policy test', 'edgewright policy test policies/house.test.yaml'],
        exits: ['configuration', 'settings'],
      }),
    )
    .argument('[files...]', 'test files or folders (default: policies/**/*.test.yaml)')
    .addOption(workspaceOption())
    .action(
      run(async (io, files: readonly string[], options: WorkspaceOptions) => {
        const { testPolicies: test } = await import('./test-policies.ts');
        return test(io, files, options);
      }),
    );
}
