import { Command } from 'commander';
import { workspaceOption, type WorkspaceOptions } from '../../cli/options.ts';
import type { RunCommand } from '../../cli/run-command.ts';

/** `policy test`: whether the policies of edgewright.yaml say what their tests expect. */
export function policyCommand(run: RunCommand): Command {
  return new Command('policy')
    .description('try out the policies of edgewright.yaml')
    .addCommand(testPolicies(run));
}

function testPolicies(run: RunCommand): Command {
  return new Command('test')
    .description('check the resources of test files, and compare the verdicts with the expected ones')
    .argument('[files...]', 'test files or folders (default: policies/**/*.test.yaml)')
    .addOption(workspaceOption())
    .action(
      run(async (io, files: readonly string[], options: WorkspaceOptions) => {
        const { testPolicies: test } = await import('./test-policies.ts');
        return test(io, files, options);
      }),
    );
}
