import { Command, Option } from 'commander';
import { guessOf } from './guesses.ts';
import { usageMessage } from './usage-message.ts';
import { helpLayout } from './run/cli/help-layout.ts';
import { optionGroups } from './run/cli/option-groups.ts';
import type { RunCommand } from './run/cli/run-command.ts';
import type { Io } from './model/io.ts';
import { inert } from './report/text/inert.ts';
import { version } from './version.ts';

type Verb = (run: RunCommand) => Command;

/** Ends the run after commander itself printed help or an error of the command line. */
export class CommandLineEnd extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super('the command line says no command to run');
    this.name = 'CommandLineEnd';
    this.exitCode = exitCode;
  }
}

/** Commands by name, loaded on demand. */
export type Verbs = Readonly<Record<string, () => Promise<Verb>>>;

/** The program with the first command of `argv`, or with all if there is none (`--help`, a mistyped name). */
export async function buildProgram(
  verbs: Verbs,
  io: Io,
  argv: readonly string[],
  setExitCode: (exitCode: number) => void,
): Promise<Command> {
  const run: RunCommand =
    (body) =>
    async (...args) =>
      setExitCode(await body(io, ...args));
  const program = new Command('edgewright')
    .description(
      'Keeps tunnel endpoints and edges as code: lints, compiles, plans and applies a folder of YAML files.',
    )
    .version(version, '-V, --version', 'show the version of Edgewright')
    .helpOption('-h, --help', 'show this help')
    // Options after a command belong to it: `plan diff a b --format json` sets the format of `diff`, not of `plan`.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      '\nExamples:\n  edgewright init my-edges\n  edgewright lint\n\nOptions, examples and exit codes of a command: edgewright <command> --help',
    );
  const first = argv.find((arg) => !/^(?:-h|--help)$/.test(arg));
  for (const verb of await verbsFor(verbs, first)) program.addCommand(verb(run));
  addHelp(program);
  configure(program, io, argv);
  return program;
}

/** `help [command]`: commander's own version lists all commands if the name is unknown. */
function addHelp(program: Command): void {
  const help = new Command('help')
    .argument('[command...]')
    .description('display help for command')
    .action((names: readonly string[]) => {
      let named = program;
      for (const name of names) {
        const child = named.commands.find((command) => command.name() === name);
        if (child === undefined) {
          named.error(`error: unknown command '${name}'`);
        }
        named = child ?? named;
      }
      named.help();
    });
  program.helpCommand(false).addCommand(help, { hidden: true });
}

async function verbsFor(verbs: Verbs, first: string | undefined): Promise<readonly Verb[]> {
  const only = first !== undefined && Object.hasOwn(verbs, first) ? verbs[first] : undefined;
  return only === undefined ? Promise.all(Object.values(verbs).map((load) => load())) : [await only()];
}

/** Every command prints through `io` and throws instead of ending the process. */
function configure(command: Command, io: Io, argv: readonly string[]): void {
  if (command.parent !== null)
    command.addHelpOption(new Option('-h, --help', 'show this help').helpGroup(optionGroups.output));
  command
    .configureHelp(helpLayout)
    .exitOverride(({ exitCode }) => {
      throw new CommandLineEnd(exitCode);
    })
    .configureOutput({
      writeOut: io.stdout,
      // Commander repeats arguments, which in CI may be names of changed files.
      writeErr: (text) => io.stderr(inert(text)),
      outputError: (text, write) =>
        write(usageMessage(text, command, { guess: guessOf(text, command, argv), output: io })),
      getOutHelpWidth: () => io.columns,
      getErrHelpWidth: () => io.columns,
    })
    .showSuggestionAfterError(false);
  refuseRepeated(command);
  for (const child of command.commands) configure(child, io, argv);
}

/**
 * The arguments without `--help` if they name a command that does not exist: commander would print the help of the
 * command above it. `--help plan` is `plan --help`.
 */
export function withOwnHelp(program: Command, argv: readonly string[]): readonly string[] {
  const isHelp = (arg: string): boolean => arg === '-h' || arg === '--help';
  const [first = '', ...rest] = argv;
  if (isHelp(first) && rest[0] !== undefined && !rest[0].startsWith('-'))
    return withOwnHelp(program, [...rest, first]);
  let command = program;
  for (const arg of argv) {
    if (arg.startsWith('-') || command.commands.length === 0) return argv;
    const child = command.commands.find((subcommand) => subcommand.name() === arg);
    if (child === undefined) return argv.filter((word) => !isHelp(word));
    command = child;
  }
  return argv;
}

/**
 * Refuses an option that is given twice with different values, where only one can be used: commander would take the
 * last without a word. An option that may be repeated collects its values in a list.
 */
function refuseRepeated(command: Command): void {
  for (const option of command.options.filter(({ required, optional }) => required || optional)) {
    let first: unknown;
    // Runs after commander's own listener, which stores the value.
    command.on(`option:${option.name()}`, (value: unknown) => {
      const isList = Array.isArray(command.getOptionValue(option.attributeName()));
      if (first !== undefined && value !== first && !isList)
        command.error(`error: \`${option.long ?? option.flags}\` is given twice, with different values`);
      first = value;
    });
  }
}
