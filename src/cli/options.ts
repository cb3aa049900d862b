import { InvalidArgumentError, Option } from 'commander';
import type { FailOn } from '../model/plan/plan.ts';
import { collect, wholeNumber } from './run-command.ts';

/** Options that several commands share, each said once. */
export interface WorkspaceOptions {
  readonly workspace?: string;
}

export interface ColorOptions {
  readonly color: 'auto' | 'always' | 'never';
}

export interface ProgressOptions {
  readonly quiet?: boolean;
  readonly logLevel?: 'info' | 'debug';
}

export interface ApiOptions extends ProgressOptions {
  readonly local?: boolean;
  readonly fixture?: string;
  readonly profile?: string;
  readonly ledger?: 'file';
  readonly reads?: number;
}

export const workspaceOption = (): Option =>
  new Option(
    '-C, --workspace <folder>',
    'folder to search for edgewright.yaml from, upwards (default: the current folder)',
  );

export const environmentOption = (doc: string): Option => new Option('-e, --env <name>', doc);

export const environmentsOption = (doc: string): Option =>
  new Option('-e, --env <name>', `${doc}; may be repeated`).argParser(collect);

export const colorOption = (): Option =>
  new Option('--color <when>', 'colors in the output').choices(['auto', 'always', 'never']).default('auto');

export const outputOption = (): Option =>
  new Option('-o, --output <file>', 'file for the result instead of stdout');

export const onlyOption = (): Option =>
  new Option(
    '--only <filter>',
    'address (glob) or label=value of the steps to select; gates still check every step; may be repeated',
  ).argParser(collect);

export const apiOptions = (): readonly Option[] => [
  new Option('--local', 'built-in mock API, with its state in .edgewright/local'),
  new Option(
    '--fixture <file>',
    'YAML file with what exists and the mock API cannot create; requires --local',
  ),
  new Option(
    '--profile <name>',
    "profile in your profiles.json for the API URL and the credential, instead of the environment's",
  ),
  new Option(
    '--reads <number>',
    'concurrent reads (default: 16 at first, up to 32 while the API responds as fast)',
  ).argParser(wholeNumber),
  new Option('--quiet', 'no progress on stderr'),
  new Option(
    '--log-level <level>',
    'debug: each request and its status on stderr, without headers and bodies',
  ).choices(['info', 'debug']),
  ledgerOption(),
];

export const ledgerOption = (): Option =>
  new Option(
    '--ledger <store>',
    'ledger store; in CI the file store must be named, because runners are not kept',
  ).choices(['file']);

export const secretsOption = (): Option =>
  new Option(
    '--secrets-dir <folder>',
    'folder with a file NAME for each secret whose EDGEWRIGHT_SECRET_NAME is not set',
  );

/** The overrides of gates; each refusal of a plan prints the one that lifts it. */
export interface GateFlags {
  readonly allowExposure?: readonly string[];
  readonly allowDeletes?: number;
  readonly allowChangedPercent?: number;
  readonly allowEmpty?: boolean;
  readonly allowMissing?: number;
}

export const gateOptions = (): readonly Option[] => [
  new Option(
    '--allow-exposure <address>',
    'allow this resource to become less protected; may be repeated',
  ).argParser(collect),
  new Option('--allow-deletes <number>', 'allow this plan to delete up to so many objects').argParser(
    wholeNumber,
  ),
  new Option(
    '--allow-changed-percent <percent>',
    'allow this plan to change up to this percentage of the managed objects',
  ).argParser(wholeNumber),
  new Option(
    '--allow-empty',
    'allow an environment with managed objects to declare no resources (its endpoints are then deleted)',
  ),
  missingOption(),
];

export const missingOption = (): Option =>
  new Option(
    '--allow-missing <number>',
    'allow so many objects of the ledger to be missing (404; a wrong API URL or credential looks the same)',
  ).argParser(wholeNumber);

const failures = ['unattributed', 'blocked'] as const;

export const failOnOption = (): Option =>
  new Option(
    '--fail-on <what>',
    'exit 6 if the plan has changes that are not in this PR (unattributed; requires --base) or blocked steps (blocked); may be repeated',
  ).argParser((value: string, before: readonly FailOn[] | undefined): readonly FailOn[] => {
    const what = failures.find((each) => each === value);
    if (what === undefined) throw new InvalidArgumentError(`Allowed choices are ${failures.join(', ')}.`);
    return [...(before ?? []), what];
  });
