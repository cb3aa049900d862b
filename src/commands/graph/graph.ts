import { Command, Option } from 'commander';
import {
  apiOptions,
  environmentOption,
  outputOption,
  secretsOption,
  workspaceOption,
} from '../../cli/options.ts';
import type { GraphOptions } from './graph-environment.ts';
import type { RunCommand } from '../../cli/run-command.ts';
import { refuseWords } from '../../cli/stray-words.ts';

/** `graph`: edges, their routes, and what these lead to, drawn. */
export function graphCommand(run: RunCommand): Command {
  const command = new Command('graph')
    .description(
      'draw the edges, routes, endpoints, backends and policies of the files, of what is live, or of a plan',
    )
    .addOption(environmentOption('the environment to draw; may be left out when there is one'))
    .addOption(
      new Option('--format <format>', 'format of the result')
        .choices(['mermaid', 'dot', 'svg'])
        .default('mermaid'),
    )
    .addOption(new Option('--live', 'what is live instead of the files').conflicts('plan'))
    .option('--plan', 'live, and the changes that apply would make')
    .addOption(secretsOption())
    .addOption(workspaceOption())
    .addOption(outputOption());
  for (const option of apiOptions()) command.addOption(option);
  return command.allowExcessArguments().action(
    run(async (io, options: GraphOptions, self: Command) => {
      refuseWords(self, options);
      const { graphEnvironment } = await import('./graph-environment.ts');
      return graphEnvironment(io, options);
    }),
  );
}
