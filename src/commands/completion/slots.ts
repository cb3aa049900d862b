import type { Argument, Option } from 'commander';

/** The meaning of a value on the command line. */
export type Slot =
  | 'address'
  | 'branch'
  | 'environment'
  | 'file'
  | 'filter'
  | 'folder'
  | 'generation'
  | 'ledger-address'
  | 'none'
  | 'profile'
  | 'route-address='
  | 'rule=severity'
  | 'run'
  | 'topic';

/** By placeholder, as in `--routes <file>`, and by the name of an argument. */
const placeholders: Readonly<Record<string, Slot>> = {
  address: 'address',
  file: 'file',
  files: 'file',
  filter: 'filter',
  folder: 'folder',
  plan: 'file',
  ref: 'branch',
};

/** By option; where commands differ, by command and option. */
const options: Readonly<Record<string, Slot>> = {
  '--adopt': 'route-address=',
  '--env': 'environment',
  '--profile': 'profile',
  '--rollback': 'run',
  '--rule': 'rule=severity',
  'resolve --adopt': 'none',
};

/** By command and argument. */
const operands: Readonly<Record<string, Slot>> = {
  'explain what': 'topic',
  'ledger forget addresses': 'ledger-address',
  'ledger rename-env new': 'environment',
  'ledger rename-env old': 'environment',
  'ledger restore generation': 'generation',
  'ledger show address': 'ledger-address',
  'plan diff new': 'file',
  'plan diff old': 'file',
  'pull objects': 'address',
};

export function slotOfOption(option: Option, path: readonly string[]): Slot {
  const long = option.long ?? '';
  const known = options[`${path.join(' ')} ${long}`] ?? options[long];
  const [, placeholder = ''] = /[<[]([\w-]+)(?:\.\.\.)?[>\]]/.exec(option.flags) ?? [];
  return known ?? placeholders[placeholder] ?? 'none';
}

export function slotOfArgument(argument: Argument, path: readonly string[]): Slot {
  const name = argument.name();
  return operands[`${path.join(' ')} ${name}`] ?? placeholders[name] ?? 'none';
}
