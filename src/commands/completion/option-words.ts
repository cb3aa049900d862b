import type { Command, Option } from 'commander';
import type { NextWord } from './next-words.ts';
import type { Position } from './position.ts';

/** The options that can still be given. A short form is offered only once it is typed. */
export function optionCandidates(
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
  return command.createOption('-h, --help', 'this help');
}
