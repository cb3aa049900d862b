import type { EventEmitter } from 'node:events';
import type { Command } from 'commander';
import { verbs } from '../../src/main.ts';
import { buildProgram } from '../../src/program.ts';
import { ioThatIsSilent } from './silent-io.ts';

const program = await buildProgram(verbs, ioThatIsSilent, [], () => undefined);

/** All commands that do something but show help, by the words that call them: `lint`, `ledger init`. */
export const commands: ReadonlyMap<string, Command> = new Map(
  program.commands.flatMap((command): [string, Command][] =>
    // A verb that has options does something itself, whatever verbs it has below it.
    [
      ...(command.name() !== 'help' && (command.commands.length === 0 || command.options.length > 0)
        ? [[command.name(), command] as [string, Command]]
        : []),
      ...command.commands.map((child): [string, Command] => [`${command.name()} ${child.name()}`, child]),
    ],
  ),
);

// A command reads many lines here: what counts over the words of one, after commander's own listener, is left out.
for (const command of commands.values()) {
  const emitter = command as unknown as EventEmitter;
  for (const event of emitter.eventNames())
    for (const listener of emitter.listeners(event).slice(1))
      emitter.off(event, listener as (...words: unknown[]) => void);
}

export function optionsOf(command: Command): ReadonlySet<string> {
  return new Set(
    command.options.flatMap(({ long, short }) => [long, short]).filter((name) => name !== undefined),
  );
}

/** What is wrong with `edgewright …` as somebody would type it; placeholders such as `<name>` stand for any word. */
export function problemOf(line: string): string | undefined {
  const words = [...line.matchAll(/"[^"]*"|'[^']*'|\S+/g)].map(([word]) =>
    // Its parser takes no other word.
    word.replaceAll(/^["']|["']$/g, '').replace('<source>', `owner/repository@${'0'.repeat(40)}`),
  );
  const [tool, verb = '', second = '', ...rest] = words;
  if (tool !== 'edgewright') return `\`${line}\` is no command of ours`;
  if (verb.startsWith('-'))
    return ['--help', '--version', '-V', '-h'].includes(verb) ? undefined : `no option ${verb}`;
  const nested = commands.get(`${verb} ${second}`);
  const command = nested ?? commands.get(verb);
  if (command === undefined)
    return verb === 'ledger' && second === '' ? undefined : `there is no command \`${verb} ${second}\``;
  const given = nested === undefined ? [second, ...rest].filter((word) => word !== '') : rest;
  try {
    const { unknown, operands } = command.parseOptions(given.filter((word) => word !== '--help'));
    if (unknown.length > 0) return `\`${line}\`: there is no option ${unknown.join(' ')}`;
    const most =
      command.registeredArguments.at(-1)?.variadic === true ? Infinity : command.registeredArguments.length;
    return operands.length > most ? `\`${line}\`: too many words` : undefined;
  } catch (error) {
    return `\`${line}\`: ${String(error)}`;
  }
}
