import { main, verbs } from '../../src/main.ts';
import { buildProgram } from '../../src/program.ts';
import type { Command } from 'commander';
import { ioThatIsSilent } from '../docs/silent-io.ts';

const program = await buildProgram(verbs, ioThatIsSilent, [], () => undefined);

/** Every command that has a help text of its own, by its words: `ledger`, `ledger init`. Not `help`. */
export const everyCommand: ReadonlyMap<string, Command> = new Map(
  program.commands
    .filter((command) => command.name() !== 'help')
    .flatMap((command): [string, Command][] => [
      [command.name(), command],
      ...command.commands.map((child): [string, Command] => [`${command.name()} ${child.name()}`, child]),
    ]),
);

/** The output of `edgewright <words> --help` at 80 columns. */
export async function helpOf(words: string): Promise<string> {
  let said = '';
  const io = { ...ioThatIsSilent, stdout: (text: string) => void (said += text) };
  await main(
    [...words.split(' '), '--help'].filter((word) => word !== ''),
    io,
  );
  return said;
}

/** The command lines below `Examples:`. */
export function examplesIn(help: string): readonly string[] {
  const [, lines = ''] = /^Examples:\n((?: {2}.*\n)+)/m.exec(help) ?? [];
  return lines.split('\n').flatMap((line) => (line === '' ? [] : [line.trim()]));
}

/** The codes that the last paragraph names. */
export function exitCodesIn(help: string): readonly number[] {
  const [, text = ''] = /^Exit codes: ([\s\S]*)$/m.exec(help) ?? [];
  return text === '' ? [] : text.split(',').map((each) => Number.parseInt(each, 10));
}
