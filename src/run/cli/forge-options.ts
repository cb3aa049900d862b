import { Option, InvalidArgumentError } from 'commander';
import { optionGroups } from './option-groups.ts';

/** The options that say where to write, instead of the variables of the CI system. */
export const forgeOptions = (): readonly Option[] => [...repositoryOptions(), ...pullRequestOptions()];

export const repositoryOptions = (): readonly Option[] => [
  new Option('--forge <kind>', 'kind of the forge (default: that of the CI job)')
    .choices(['github', 'gitlab', 'gitea'])
    .helpGroup(optionGroups.forge),
  new Option('--repo <name>', 'repository, such as owner/name (default: that of the CI job)').helpGroup(
    optionGroups.forge,
  ),
  new Option(
    '--api-url <address>',
    'API URL of the forge, such as https://git.example.com/api/v1 (default: that of the CI job)',
  ).helpGroup(optionGroups.forge),
];

const pullRequestOptions = (): readonly Option[] => [
  new Option(
    '--pull-request <number>',
    'pull request or merge request (default: that of the CI job)',
  ).helpGroup(optionGroups.forge),
  new Option(
    '--commit <sha>',
    'commit that was planned; a newer one of the pull request keeps its comment (default: that of the CI job)',
  )
    .helpGroup(optionGroups.forge)
    .argParser((value: string) => {
      if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value)) return value;
      throw new InvalidArgumentError('it must be the full name of a commit.');
    }),
];
