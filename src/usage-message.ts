import type { Command } from 'commander';
import { shellWord } from './model/problem.ts';
import { suggestions } from './text/suggest.ts';

/** Commander's message for an invalid choice. A value with `=` ends in a file name, which is not compared. */
const wrongChoice =
  /(?:value|argument) '([^'=]*)[^']*' is invalid(?: for argument '\w+')?\. Allowed choices are (.*)\.$/m;

/** Commander ends the sentence before our reason, which goes on in it. */
const reason = /( is invalid(?: for argument '\w+')?)\. ([a-z].*)\.$/m;
const missing = /^error: missing required argument '(.*)'$/m;

/** The message with the description of the missing argument: what can follow. */
export function withMissingHint(message: string, command: Pick<Command, 'registeredArguments'>): string {
  const [, name] = missing.exec(message) ?? [];
  const description = command.registeredArguments.find((each) => each.name() === name)?.description;
  if (description === undefined || description === '') return message;
  return message.replace(missing, `error: missing <${name ?? ''}>: ${description}`);
}

/** The message with the most similar choice, in the form that commander itself uses for options and commands. */
export function withChoiceHint(message: string): string {
  const [, given, choices] = wrongChoice.exec(message) ?? [];
  if (given === undefined || choices === undefined) return message;
  const [near] = suggestions(given, choices.split(', '));
  return near === undefined ? message : `${message.trimEnd()}\n(Did you mean ${near}?)\n`;
}

/** The message with our reason as the end of its sentence. */
export function withReason(message: string): string {
  return message.replace(reason, '$1: $2');
}

const deletion =
  'delete its document, and apply deletes the object; `edgewright explain removed` is for what the API cannot delete';

/** The commands of other tools, and what is said here instead. Names of our commands are words of the help. */
const otherCommands: Readonly<Record<string, string>> = {
  check: '`edgewright lint` checks the files',
  console: '`edgewright explain` describes kinds, fields and rules',
  delete: deletion,
  deploy: '`edgewright apply` makes the changes',
  destroy: deletion,
  diff: '`edgewright plan` shows what would change',
  fix: '`edgewright lint --fix` fixes mistakes',
  format: '`edgewright fmt` formats the files',
  import: '`edgewright pull` writes live objects into files and adopts them',
  list: '`edgewright ledger list` lists what is managed',
  login: 'the token is read from `EDGEWRIGHT_API_TOKEN`; `edgewright doctor` checks it',
  ls: '`edgewright ledger list` lists what is managed',
  mv: 'write the old name under `formerly`: see `edgewright explain resource.formerly`',
  new: '`edgewright init` makes a workspace, `edgewright explain endpoint` shows an example of a kind',
  output: '`edgewright compile` prints the request bodies',
  preview: '`edgewright plan` shows what would change',
  refresh: '`edgewright drift` compares with what is live',
  remove: deletion,
  rename: 'write the old name under `formerly`: see `edgewright explain resource.formerly`',
  revert: '`edgewright apply --rollback` lists the runs that can be undone',
  rm: deletion,
  rollback: '`edgewright apply --rollback` lists the runs that can be undone',
  show: '`edgewright plan show <file>` shows a saved plan, `edgewright ledger show <address>` an object',
  state: '`edgewright ledger --help` lists what shows and repairs the state file',
  status: '`edgewright drift` compares with what is live, `edgewright doctor` checks the setup',
  sync: '`edgewright apply` makes the changes',
  undo: '`edgewright apply --rollback` lists the runs that can be undone',
  up: '`edgewright apply` makes the changes',
  validate: '`edgewright lint` checks the files',
  verify: '`edgewright ledger verify` checks the ledger, `edgewright doctor` the setup',
  version: '`edgewright --version` prints it',
};

/** The options of other tools. An option is named only for a command that has it. */
const otherOptions: Readonly<Record<string, { readonly option: string; readonly value?: string }>> = {
  '--auto-approve': { option: '--yes' },
  '--approve': { option: '--yes' },
  '--dir': { option: '--workspace', value: '<folder>' },
  '--chdir': { option: '--workspace', value: '<folder>' },
  '--environment': { option: '--env', value: '<name>' },
  '--json': { option: '--format', value: 'json' },
  '--out': { option: '--save', value: '<file>' },
  '--target': { option: '--only', value: '<address>' },
  '-f': { option: '--format', value: '<format>' },
  '-q': { option: '--quiet' },
  '-t': { option: '--only', value: '<address>' },
  '-v': { option: '--log-level', value: 'debug' },
  '--verbose': { option: '--log-level', value: 'debug' },
};

const unknownCommand = /^error: unknown command '([^'\n]*)'/m;
const unknownOption = /^error: unknown option '(-[^'\n=]*)/m;

/** The name here of a command or an option of another tool, in place of commander's own guess. */
export function withGuess(
  message: string,
  { parent, options, commands }: Pick<Command, 'parent' | 'options' | 'commands'>,
  argv: readonly string[],
): string {
  const [, name] = unknownCommand.exec(message) ?? [];
  const [, option] = unknownOption.exec(message) ?? [];
  const help =
    name !== undefined && Object.hasOwn(otherCommands, name)
      ? otherCommands[name]
      : option === undefined
        ? undefined
        : ((parent === null ? commandFirst(argv, commands) : undefined) ??
          optionHelp(option, parent === null, options));
  return help === undefined
    ? message
    : `${message.replace(/\n\(Did you mean .*\)/, '').trimEnd()}\n  = help: ${help}\n`;
}

/** The command line with the options that precede the command behind it, if all of them are options of the command. */
function commandFirst(argv: readonly string[], commands: Command['commands']): string | undefined {
  for (const [at, word] of argv.entries()) {
    const command = commands.find((one) => one.name() === word);
    if (command === undefined || !areOptions(argv.slice(0, at), command)) continue;
    const words = [word, ...argv.slice(0, at), ...argv.slice(at + 1)];
    return `options follow the command: \`edgewright ${words.map(shellWord).join(' ')}\``;
  }
  return undefined;
}

function areOptions(words: readonly string[], { options }: Pick<Command, 'options'>): boolean {
  for (let at = 0; at < words.length; at++) {
    const [name = '', value] = (words[at] ?? '').split('=', 2);
    const option = options.find(({ short, long }) => name === short || name === long);
    if (option === undefined) return false;
    if (option.required && value === undefined && ++at === words.length) return false;
  }
  return true;
}

function optionHelp(
  option: string,
  isBeforeCommand: boolean,
  options: Command['options'],
): string | undefined {
  if (option === '-v' && isBeforeCommand) return '`edgewright --version` prints the version';
  if (option === '--dry-run') return '`edgewright plan` shows the changes and makes none';
  // Terraform writes its options with one dash.
  const long = /^-\w[\w-]+$/.test(option) ? `-${option}` : option;
  const known = Object.hasOwn(otherOptions, long) ? otherOptions[long] : undefined;
  const meant = known ?? { option: long };
  if (isBeforeCommand)
    return `options follow the command: \`edgewright <command> ${known?.option ?? option}\``;
  if (!options.some((one) => one.long === meant.option)) return undefined;
  return `write \`${meant.option}${meant.value === undefined ? '' : ` ${meant.value}`}\``;
}
