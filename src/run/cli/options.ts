import { InvalidArgumentError, Option } from 'commander';
import type { FailOn } from '../../model/plan/plan.ts';
import { optionGroups } from './option-groups.ts';
import { atLeastOne, collect, wholeNumber } from './option-values.ts';

/** Options shared by several commands. */
export interface WorkspaceOptions {
  readonly workspace?: string | undefined;
}

export interface ColorOptions {
  readonly color: 'auto' | 'always' | 'never';
}

export interface ProgressOptions {
  readonly quiet?: boolean;
  readonly logLevel?: 'info' | 'debug';
}

export interface ApiOptions extends ProgressOptions {
  readonly local?: boolean | undefined;
  readonly fixture?: string | undefined;
  readonly profile?: string | undefined;
  readonly ledger?: 'file' | undefined;
  readonly reads?: number;
}

export const workspaceOption = (): Option =>
  new Option(
    '-C, --workspace <folder>',
    'folder to search for edgewright.yaml from, upwards (default: the current folder)',
  ).helpGroup(optionGroups.selection);

export const environmentOption = (): Option =>
  new Option('-e, --env <name>', 'environment; optional where there is only one').helpGroup(
    optionGroups.selection,
  );

export const environmentsOption = (): Option =>
  new Option('-e, --env <name>', 'environment; may be repeated (default: all)')
    .argParser(collect)
    .helpGroup(optionGroups.selection);

export const colorOption = (): Option =>
  new Option('--color <when>', 'colors in the output')
    .choices(['auto', 'always', 'never'])
    .default('auto')
    .helpGroup(optionGroups.output);

export const outputOption = (): Option =>
  new Option('-o, --output <file>', 'file for the result instead of stdout').helpGroup(optionGroups.output);

/** For commands with one result: its formats, the default first. */
export const resultFormatOption = (formats: readonly [string, ...string[]]): Option =>
  new Option('--format <format>', 'format of the result')
    .choices(formats)
    .default(formats[0])
    .helpGroup(optionGroups.output);

export const onlyOption = (note = 'gates check these and what they rest on; '): Option =>
  new Option(
    '--only <filter>',
    `address (glob) or label=value of the resources to select; ${note}may be repeated`,
  )
    .argParser(collect)
    .helpGroup(optionGroups.selection);

export const apiOptions = (): readonly Option[] => [
  localOption('use the built-in mock API, with its state in .edgewright/local'),
  new Option(
    '--fixture <file>',
    'YAML file with objects that the mock API cannot create; requires --local',
  ).helpGroup(optionGroups.api),
  new Option(
    '--profile <name>',
    "profile in your profiles.json for the API URL and the credential, instead of the environment's",
  ).helpGroup(optionGroups.api),
  new Option(
    '--reads <number>',
    'maximum of concurrent reads (default: 16 at first, up to 32 while the API accepts them)',
  )
    .argParser(atLeastOne)
    .helpGroup(optionGroups.api),
  new Option('--quiet', 'show no progress on stderr').helpGroup(optionGroups.output),
  new Option(
    '--log-level <level>',
    'detail of the log on stderr; debug: each request and its status, without headers and bodies',
  )
    .choices(['info', 'debug'])
    .helpGroup(optionGroups.output),
  ledgerOption(),
];

export const localOption = (doc: string): Option => new Option('--local', doc).helpGroup(optionGroups.api);

export const ledgerOption = (): Option =>
  new Option(
    '--ledger <store>',
    'ledger store; in CI the file store must be named, because runners are not kept',
  )
    .choices(['file'])
    .helpGroup(optionGroups.api);

export const metricsOption = (): Option =>
  new Option(
    '--metrics <file>',
    'file for the metrics of the run, replaced in one step, for a collector such as the node exporter',
  ).helpGroup(optionGroups.output);

export const secretsOption = (): Option =>
  new Option(
    '--secrets-dir <folder>',
    'folder with a file NAME for each secret whose EDGEWRIGHT_SECRET_NAME is not set',
  ).helpGroup(optionGroups.api);

/** The gate overrides; each refusal of a plan prints the one that lifts it. */
export interface GateFlags {
  readonly allowExposure?: readonly string[] | undefined;
  readonly allowRevert?: readonly string[] | undefined;
  readonly allowDeletes?: number | undefined;
  readonly allowChangedPercent?: number | undefined;
  readonly allowEmpty?: boolean | undefined;
  readonly allowMissing?: number | undefined;
}

export const gateOptions = (): readonly Option[] => [
  new Option(
    '--allow-exposure <address>',
    'allow this resource, or what the plan printed this whole id for, to become less protected; may be repeated',
  )
    .argParser(collect)
    .helpGroup(optionGroups.safety),
  new Option(
    '--allow-revert <address>',
    'allow this plan to revert what changed outside Edgewright in this resource, or in all that a glob matches; may be repeated',
  )
    .argParser(collect)
    .helpGroup(optionGroups.safety),
  new Option('--allow-deletes <number>', 'allow this plan to delete up to so many objects')
    .argParser(wholeNumber)
    .helpGroup(optionGroups.safety),
  new Option(
    '--allow-changed-percent <percent>',
    'allow this plan to change up to this percentage of the managed objects',
  )
    .argParser(wholeNumber)
    .helpGroup(optionGroups.safety),
  new Option(
    '--allow-empty',
    'allow an environment with managed objects to declare no resources (its endpoints are then deleted)',
  ).helpGroup(optionGroups.safety),
  missingOption(),
];

export const missingOption = (): Option =>
  new Option(
    '--allow-missing <number>',
    'allow so many objects of the ledger to be missing (404; a wrong API URL or credential looks the same)',
  )
    .argParser(wholeNumber)
    .helpGroup(optionGroups.safety);

const failures = {
  plan: ['unattributed', 'blocked', 'tests'],
  apply: ['blocked', 'tests'],
} as const;

const failureWords =
  'blocked steps (blocked), or tests of requests that fail afterwards (tests); may be repeated';

export const failOnOption = (verb: keyof typeof failures): Option =>
  new Option(
    '--fail-on <what>',
    verb === 'plan'
      ? `reason to exit 6: changes that are not in this PR (unattributed; requires --base), ${failureWords}`
      : `reason to exit 6 before any change: ${failureWords}`,
  )
    .choices(failures[verb])
    .argParser((value: string, before: readonly FailOn[] | undefined): readonly FailOn[] => {
      const what = failures[verb].find((failure) => failure === value);
      if (what === undefined)
        throw new InvalidArgumentError(`Allowed choices are ${failures[verb].join(', ')}.`);
      return [...(before ?? []), what];
    })
    .helpGroup(optionGroups.safety);
