import type { Command, Option } from 'commander';
import { userErrorText, type ErrorOutput } from './report/user-error.ts';
import { asCode } from './text/quoted.ts';
import { orList } from './text/words/list-words.ts';
import { suggestions } from './text/suggest.ts';

type CommandNode = Pick<Command, 'name' | 'parent' | 'commands' | 'registeredArguments' | 'options'>;

interface Mistake {
  readonly message: string;
  readonly help?: string | undefined;
}

/**
 * Commander's message of a wrong command line in the form of our own errors: names in backticks, then one line of help.
 * `guess`: what an unknown word may mean, in place of commander's own guess by letters.
 */
export function usageMessage(
  text: string,
  command: CommandNode,
  { guess, output }: { readonly guess?: string | undefined; readonly output?: ErrorOutput },
): string {
  const sentence = text.replace(/^error: /, '').trimEnd();
  const { message, help = guess } = mistakeOf(sentence, command);
  const name = nameOf(command);
  const listing = `\`${name} --help\` lists ${contentOf(command)}`;
  return userErrorText({ message, help: help ?? listing }, output);
}

/** A longer description of an argument is in the help alone. */
const mostExplained = 120;

/** Each message of commander, by its first words; one that it adds later is printed as it is. */
function mistakeOf(sentence: string, command: CommandNode): Mistake {
  const [, kind = '', unknown = ''] = /^unknown (option|command) '(.*)'$/s.exec(sentence) ?? [];
  if (kind !== '') return { message: `unknown ${kind} ${asCode(unknown)}` };
  const [, bare] = /^option '(.*)' argument missing$/s.exec(sentence) ?? [];
  if (bare !== undefined)
    return { message: `${asCode(longOf(bare))} requires a value: ${asCode(withoutShort(bare))}` };
  const [, required] = /^required option '(.*)' not specified$/s.exec(sentence) ?? [];
  if (required !== undefined) {
    const { description = '' } = command.options.find(({ flags }: Option) => flags === required) ?? {};
    return { message: `missing ${asCode(withoutShort(required))}: ${description}` };
  }
  const [, argument] = /^missing required argument '(.*)'$/s.exec(sentence) ?? [];
  if (argument !== undefined) {
    const { description = '' } = command.registeredArguments.find((known) => known.name() === argument) ?? {};
    const missing = `missing ${asCode(`<${argument}>`)}`;
    return description.length > mostExplained
      ? { message: missing, help: `\`${nameOf(command)} --help\` says what it may be` }
      : { message: `${missing}: ${description}` };
  }
  const [, named = '', most = '', given = ''] =
    /^too many arguments for '(.*)'\. Expected (\d+) arguments? but got (\d+)\.$/s.exec(sentence) ?? [];
  if (named !== '')
    return {
      message: `${asCode(named)} takes ${most} ${most === '1' ? 'argument' : 'arguments'}, not ${given}`,
    };
  return invalidValue(sentence) ?? { message: sentence };
}

/** A value that an option or an argument cannot have, with the reason that our own parser gives. */
function invalidValue(sentence: string): Mistake | undefined {
  const ofOption = /^option '(.*?)' argument '(.*)' is invalid\. (.*)$/s.exec(sentence);
  const ofArgument = /^command-argument value '(.*)' is invalid for argument '(.*?)'\. (.*)$/s.exec(sentence);
  const [name, value = '', reason = ''] =
    ofOption === null
      ? [`<${ofArgument?.[2] ?? ''}>`, ofArgument?.[1], ofArgument?.[3]]
      : [longOf(ofOption[1] ?? ''), ofOption[2], ofOption[3]];
  if (ofOption === null && ofArgument === null) return undefined;
  const message = `${value === '' ? 'an empty text' : asCode(value)} is not a valid ${asCode(name)}`;
  const [, list] = /^Allowed choices are (.*)\.$/.exec(reason) ?? [];
  if (list === undefined) {
    const words = reason.replace(/\.$/, '');
    // A request to give something is a help, a reason is the end of the sentence.
    return /^[A-Z]/.test(words)
      ? { message, help: words.charAt(0).toLowerCase() + words.slice(1) }
      : { message: `${message}: ${words}` };
  }
  const choices = list.split(', ');
  // A value with `=` ends in a file name, which is not compared.
  const [near] = suggestions(value.replace(/=.*$/, ''), choices);
  return {
    message: `${message}: it must be ${orList(choices)}`,
    ...(near === undefined ? {} : { help: `did you mean ${asCode(near)}?` }),
  };
}

/** `--env` of `-e, --env <name>`. */
function longOf(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

/** `--env <name>` of `-e, --env <name>`. */
function withoutShort(flags: string): string {
  return flags.replace(/^-\w, /, '');
}

function nameOf(command: CommandNode): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

function contentOf({ commands }: CommandNode): string {
  return commands.length === 0 ? 'the options' : 'the commands and options';
}
