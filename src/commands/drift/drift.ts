import { Command } from 'commander';
import { driftReport, type DriftOptions } from './drift-environments.ts';
import {
  apiOptions,
  colorOption,
  environmentsOption,
  metricsOption,
  missingOption,
  outputOption,
  secretsOption,
  workspaceOption,
} from '../../run/cli/options.ts';
import { formatOption } from '../../run/cli/reports.ts';
import { type RunCommand } from '../../run/cli/run-command.ts';
import { refuseWords } from '../../run/cli/unused-words.ts';
import { environmentNames } from '../../run/session/workspace/open-workspace.ts';
import { repositoryOptions } from '../../run/cli/forge-options.ts';
import { optionGroups } from '../../run/cli/option-groups.ts';
import { apiExits, verb } from '../../run/cli/verb.ts';

/**
 * `drift`: the part of a plan that does not come from the files, for scheduled runs. Only reads, and needs no secret.
 */
export function driftCommand(run: RunCommand): Command {
  const command = verb('drift', {
    group: 'operate',
    summary: 'show what changed outside Edgewright since the last apply',
    description:
      'show what changed outside Edgewright since the last apply; reads the API and writes nothing',
    examples: ['edgewright drift', 'edgewright drift --env production --format json=drift.json'],
    exits: [...apiExits, 'changes', 'unknown'],
    options: [
      environmentsOption(),
      missingOption(),
      secretsOption(),
      formatOption(driftReport),
      colorOption(),
      metricsOption(),
      workspaceOption(),
      outputOption(),
    ],
  });
  command
    .optionsGroup(optionGroups.forge)
    .option(
      '--issue',
      'keep an issue for each environment: open it, update it with the drift, and close it without',
    );
  command
    .optionsGroup(optionGroups.sending)
    .option(
      '--send-tests',
      'send the tests of requests to what is deployed, too, and report those that fail as drift',
    );
  for (const option of [...repositoryOptions(), ...apiOptions()]) command.addOption(option);
  return command.allowExcessArguments().action(
    run(async (io, options: DriftOptions, self: Command) => {
      await refuseWords(self, options, () => environmentNames(io, options));
      const { driftEnvironments } = await import('./drift-environments.ts');
      const { followRun } = await import('../../run/session/follow-run.ts');
      const { metricsFollower } = await import('../../run/metrics/metrics-follower.ts');
      const metrics = await metricsFollower(io, { ...options, verb: 'drift' });
      return followRun(io, [metrics], (followed) => driftEnvironments(followed, options, metrics?.add));
    }),
  );
}
