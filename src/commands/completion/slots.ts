import type { Argument, Option } from 'commander';

/** The end of a command line, up to the cursor. */
export interface SplitLine {
  /** The words, without their quotes; the last one is being typed, and may be empty. */
  readonly words: readonly string[];
  /** The text of the last word as it was typed. */
  readonly typed: string;
  /** The quote that is still open. */
  readonly quote: '' | "'" | '"';
}

/** Splits a command line as a POSIX shell does, for lines that are not complete: a quote may be open. */
export function splitLine(line: string): SplitLine {
  const words: string[] = [];
  let word: string | undefined;
  let start = line.length;
  let quote: SplitLine['quote'] = '';
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at);
    if (quote === '' && /\s/.test(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    if (word === undefined) start = at;
    word ??= '';
    if (quote !== "'" && sign === '\\') word += line.charAt(++at);
    else if (sign === quote) quote = '';
    else if (quote === '' && (sign === "'" || sign === '"')) quote = sign;
    else word += sign;
  }
  return { words: [...words, word ?? ''], typed: word === undefined ? '' : line.slice(start), quote };
}

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
