import { InvalidArgumentError, Option } from 'commander';
import type { Io } from '../../model/io.ts';
import { optionGroups } from './help.ts';

/** Runs the body of a command and stores its exit code. Wrong input throws `UserError`, which only `main` catches. */
export type RunCommand = <Arguments extends unknown[]>(
  body: (io: Io, ...args: Arguments) => Promise<number>,
) => (...args: Arguments) => Promise<void>;

/** Parser of a commander option that may be repeated. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** Parser of an option with a whole number; throws commander's own error. */
export function wholeNumber(value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(number)) {
    throw new InvalidArgumentError('it must be a whole number.');
  }
  return number;
}

/** Parser of a number of concurrent requests: with none, nothing would ever be done. */
export function atLeastOne(value: string): number {
  const number = wholeNumber(value);
  if (number === 0) throw new InvalidArgumentError('it must be at least 1.');
  return number;
}

/** Parser of a port number; 0 means any free port. */
export function portNumber(value: string): number {
  const number = wholeNumber(value);
  if (number > 65_535) throw new InvalidArgumentError('a port is a number up to 65535.');
  return number;
}

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
