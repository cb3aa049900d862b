import { InvalidArgumentError, Option } from 'commander';
import type { FailOn } from '../model/plan.ts';
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
    'look for edgewright.yaml from here upwards instead of from the current folder',
  );

export const environmentOption = (doc: string): Option => new Option('-e, --env <name>', doc);

export const environmentsOption = (doc: string): Option =>
  new Option('-e, --env <name>', `${doc}; may be repeated`).argParser(collect);

export const colorOption = (): Option =>
  new Option('--color <when>', 'colour in the output').choices(['auto', 'always', 'never']).default('auto');

export const outputOption = (): Option =>
  new Option('-o, --output <file>', 'write the result to a file instead of stdout');

export const onlyOption = (): Option =>
  new Option(
    '--only <filter>',
    'only steps of this address (glob) or label=value; the checks still see everything; may be repeated',
  ).argParser(collect);

export const apiOptions = (): readonly Option[] => [
  new Option('--local', 'use the embedded API, which keeps its state in .edgewright/local'),
  new Option('--fixture <file>', 'with --local: what exists that this API cannot create (YAML)'),
  new Option(
    '--profile <name>',
    "address and credential from your own profiles.json instead of the environment's",
  ),
  new Option(
    '--reads <number>',
    'reads under way at once (default: 16 at first, and up to 32 while the API answers as fast)',
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
    'name the ledger store: in CI the file store is only used when named, since runners are thrown away',
  ).choices(['file']);

export const secretsOption = (): Option =>
  new Option(
    '--secrets-dir <folder>',
    'read secret NAME from the file NAME in this folder where EDGEWRIGHT_SECRET_NAME is not set',
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
    'let this resource become less protected; may be repeated',
  ).argParser(collect),
  new Option('--allow-deletes <number>', 'let this plan delete up to so many objects').argParser(wholeNumber),
  new Option(
    '--allow-changed-percent <percent>',
    'let this plan change up to this share of what is managed',
  ).argParser(wholeNumber),
  new Option(
    '--allow-empty',
    'let nothing at all be written down for an environment whose ledger knows objects',
  ),
  missingOption(),
];

export const missingOption = (): Option =>
  new Option(
    '--allow-missing <number>',
    'let so many objects of the ledger be gone (404): a wrong API URL or credential looks the same',
  ).argParser(wholeNumber);

const failures = ['unattributed', 'blocked'] as const;

export const failOnOption = (): Option =>
  new Option(
    '--fail-on <what>',
    'exit 6 when the plan has it: unattributed (with --base: what this work does not cause), blocked; may be repeated',
  ).argParser((value: string, before: readonly FailOn[] | undefined): readonly FailOn[] => {
    const what = failures.find((each) => each === value);
    if (what === undefined) throw new InvalidArgumentError(`Allowed choices are ${failures.join(', ')}.`);
    return [...(before ?? []), what];
  });
