import { Command, Option } from 'commander';
import {
  apiOptions,
  environmentOption,
  outputOption,
  resultFormatOption,
  secretsOption,
  workspaceOption,
} from '../../run/cli/options.ts';
import type { GraphOptions } from './graph-environment.ts';
import type { RunCommand } from '../../run/cli/run-command.ts';
import { refuseWords } from '../../run/cli/unused-words.ts';
import { environmentNames } from '../../run/session/workspace/open-workspace.ts';
import { optionGroups } from '../../run/cli/option-groups.ts';
import { apiExits, verb } from '../../run/cli/verb.ts';

/** `graph`: draws edges, their routes, and the targets of these. */
export function graphCommand(run: RunCommand): Command {
  const command = verb('graph', {
    group: 'review',
    summary: 'draw edges, routes, and what they lead to',
    description:
      'draw the edges, routes, endpoints, backends and policies of the files, of what is live, or of a plan',
    examples: [
      'edgewright graph --env production',
      'edgewright graph --env production --plan --format html --output edges.html',
    ],
    exits: [...apiExits],
  })
    .addOption(environmentOption())
    .optionsGroup(optionGroups.selection)
    .addOption(new Option('--live', 'draw the live objects instead of the files').conflicts('plan'))
    .option('--plan', 'draw the live objects, and the changes that apply would make')
    .addOption(resultFormatOption(['mermaid', 'dot', 'svg', 'html']))
    .addOption(secretsOption())
    .addOption(workspaceOption())
    .addOption(outputOption());
  for (const option of apiOptions()) command.addOption(option);
  return command.allowExcessArguments().action(
    run(async (io, options: GraphOptions, self: Command) => {
      await refuseWords(self, options, () => environmentNames(io, options));
      const { graphEnvironment } = await import('./graph-environment.ts');
      return graphEnvironment(io, options);
    }),
  );
}
