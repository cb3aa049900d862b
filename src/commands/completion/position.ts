import type { Command, Option } from 'commander';

/** The meaning of the words before the last one. */
export interface Position {
  readonly command: Command;
  readonly path: readonly string[];
  readonly operands: readonly string[];
  /** The option whose value is being typed. */
  readonly pending: Option | undefined;
  readonly given: ReadonlyMap<Option, string>;
  readonly isAfterOptions: boolean;
}

export function positionIn(start: Command, verb: string, words: readonly string[]): Position {
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
      const child = operands.length === 0 ? command.commands.find((each) => each.name() === word) : undefined;
      if (child === undefined) operands.push(word);
      else path.push(word);
      command = child ?? command;
      if (child !== undefined) pending = undefined;
    }
  }
  return { command, path, operands, pending, given, isAfterOptions };
}

export function folderIn({ given }: Position): string | undefined {
  return [...given].find(([option]) => option.long === '--workspace')?.[1];
}

export function environmentIn({ given }: Position): string | undefined {
  return [...given].find(([option]) => option.long === '--env')?.[1];
}
