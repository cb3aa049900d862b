import type { Argument, Command, Option } from 'commander';
import { noWords, plain, valuesOf, type NextWord, type NextWords } from './values-of.ts';
import { slotOfArgument, slotOfOption, type Slot } from './slots.ts';
import type { Io } from '../../model/io.ts';

/** The commands of the program: their names, and how one is built. */
export interface CommandSource {
  readonly names: readonly string[];
  readonly build: (name: string) => Promise<Command | undefined>;
}

/** The possible ends of the last word. The first word is the program. */
export async function completeWords(
  io: Io,
  source: CommandSource,
  words: readonly string[],
): Promise<NextWords> {
  const last = words.at(-1) ?? '';
  const before = words.slice(1, -1);
  if (before.length === 0) return wordsFor(last, await verbCandidates(source, last));
  const [verb = '', ...rest] = before;
  if (verb === 'help') return rest.length > 0 ? noWords : wordsFor(last, await verbCandidates(source, last));
  const command = await source.build(verb);
  if (command === undefined) return noWords;
  const position = positionIn(command, verb, rest);
  const values = (slot: Slot, typed: string): Promise<NextWords> =>
    valuesOf(io, slot, {
      typed,
      folder: valueOf(position, '--workspace'),
      environment: valueOf(position, '--env'),
    });
  if (position.pending !== undefined)
    return wordsFor(last, await optionValues(position.pending, position, last, values));
  const [, flag, typed] = position.isAfterOptions ? [] : (/^(--[\w-]+)=(.*)$/s.exec(last) ?? []);
  if (flag !== undefined && typed !== undefined) {
    const option = position.command.options.find(({ long }) => long === flag);
    if (option === undefined) return noWords;
    return joined(`${flag}=`, wordsFor(typed, await optionValues(option, position, typed, values)));
  }
  if (last.startsWith('-') && !position.isAfterOptions)
    return wordsFor(last, optionCandidates(position, last));
  return wordsFor(last, await operandValues(position, last, values));
}

type Values = (slot: Slot, typed: string) => Promise<NextWords>;

async function verbCandidates({ names, build }: CommandSource, last: string): Promise<NextWords> {
  const fitting = [...names, 'help'].filter((name) => name.startsWith(last));
  const candidates = await Promise.all(
    fitting.map(async (value): Promise<NextWord> => {
      const command = await build(value);
      const doc =
        value === 'help' ? 'display help for a command' : command === undefined ? undefined : docOf(command);
      return doc === undefined ? { value } : { value, doc };
    }),
  );
  const flags: readonly NextWord[] = [
    { value: '--help', doc: 'show this help' },
    { value: '--version', doc: 'show the version of Edgewright' },
  ];
  return { type: 'words', candidates: last.startsWith('-') ? flags : candidates };
}

async function optionValues(
  option: Option,
  position: Position,
  typed: string,
  values: Values,
): Promise<NextWords> {
  if (option.argChoices !== undefined) return { type: 'words', candidates: plain(option.argChoices) };
  const found = await values(slotOfOption(option, position.path), typed);
  // The value may be left out, so that an option can follow.
  return option.optional && typed.startsWith('-')
    ? { type: 'words', candidates: optionCandidates(position, typed).candidates }
    : found;
}

async function operandValues(position: Position, typed: string, values: Values): Promise<NextWords> {
  const { command, operands, path } = position;
  const children: readonly NextWord[] =
    operands.length > 0
      ? []
      : command.commands.map((child) => ({
          value: child.name(),
          doc: docOf(child),
        }));
  const argument = argumentAt(command, operands.length);
  if (argument === undefined) return { type: 'words', candidates: children };
  if (argument.argChoices !== undefined) return { type: 'words', candidates: plain(argument.argChoices) };
  const found = await values(slotOfArgument(argument, path), typed);
  if (children.length === 0) return found;
  return { type: 'words', candidates: [...children, ...(found.type === 'words' ? found.candidates : [])] };
}

function argumentAt({ registeredArguments }: Command, index: number): Argument | undefined {
  const last = registeredArguments.at(-1);
  return registeredArguments[index] ?? (last?.variadic === true ? last : undefined);
}

/** The candidates that begin with the typed text, each once. */
function wordsFor(typed: string, completion: NextWords): NextWords {
  if (completion.type !== 'words') return completion;
  const fitting = completion.candidates.filter(({ value }) => value.startsWith(typed));
  return {
    type: 'words',
    candidates: [...new Map(fitting.map((nextWord) => [nextWord.value, nextWord])).values()],
  };
}

/** Candidates for the part after `--env=`. */
function joined(before: string, completion: NextWords): NextWords {
  if (completion.type !== 'words') return completion;
  return {
    type: 'words',
    candidates: completion.candidates.map((candidate) => ({ ...candidate, value: before + candidate.value })),
  };
}

function docOf(command: Command): string {
  return command.summary() === '' ? command.description() : command.summary();
}

/** The options that can still be given. A short form is offered only once it is typed. */
function optionCandidates(
  { command, given }: Position,
  typed: string,
): { readonly type: 'words'; readonly candidates: readonly NextWord[] } {
  const free = [...command.options, helpOf(command)].filter(
    (option) => !option.hidden && (!given.has(option) || option.description.includes('may be repeated')),
  );
  const flags = free.flatMap(({ long, short, description: doc }): NextWord[] => [
    ...(long == null ? [] : [{ value: long, doc }]),
    ...(short == null || !typed.startsWith(short) ? [] : [{ value: short, doc }]),
  ]);
  return { type: 'words', candidates: flags };
}

function helpOf(command: Command): Option {
  return command.createOption('-h, --help', 'show this help');
}

/** The meaning of the words before the last one. */
interface Position {
  readonly command: Command;
  readonly path: readonly string[];
  readonly operands: readonly string[];
  /** The option whose value is being typed. */
  readonly pending: Option | undefined;
  readonly given: ReadonlyMap<Option, string>;
  readonly isAfterOptions: boolean;
}

function positionIn(start: Command, verb: string, words: readonly string[]): Position {
  let command = start;
  const path = [verb];
  const operands: string[] = [];
  const given = new Map<Option, string>();
  let pending: Option | undefined;
  let isAfterOptions = false;
  for (const word of words) {
    if (pending !== undefined && !(pending.optional && word.startsWith('-'))) {
      given.set(pending, word);
      pending = undefined;
    } else if (!isAfterOptions && word === '--') isAfterOptions = true;
    else if (!isAfterOptions && /^-./.test(word)) {
      const [flag, value] = word.split(/=(.*)/s, 2);
      const option = command.options.find(({ long, short }) => long === flag || short === flag);
      if (option === undefined) continue;
      given.set(option, value ?? '');
      pending = value === undefined && (option.required || option.optional) ? option : undefined;
    } else {
      const child =
        operands.length === 0 ? command.commands.find((subcommand) => subcommand.name() === word) : undefined;
      if (child === undefined) operands.push(word);
      else path.push(word);
      command = child ?? command;
      if (child !== undefined) pending = undefined;
    }
  }
  return { command, path, operands, pending, given, isAfterOptions };
}

function valueOf({ given }: Position, long: string): string | undefined {
  return [...given].find(([option]) => option.long === long)?.[1];
}
