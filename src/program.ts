import { Command } from 'commander';
import type { RunCommand } from './commands/run-command.ts';
import type { Io } from './model/io.ts';
import { inert } from './report/inert.ts';
import { version } from './version.ts';

type Verb = (run: RunCommand) => Command;

/**
 * Commander has said all there is to say: help, or what is wrong with the command line. Not its own error, of which each
 * half of the bundle has a class: main would know only one of them.
 */
export class CommandLineEnd extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super('the command line says no command to run');
    this.name = 'CommandLineEnd';
    this.exitCode = exitCode;
  }
}

/**
 * The verbs. A command file holds its options and its body; the stages it drives are imported by the body, so that a
 * run loads only what it uses (linting loads no HTTP, no server), and of the verbs only its own.
 */
const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
  init: async () => (await import('./commands/init.ts')).initCommand,
  lint: async () => (await import('./commands/lint.ts')).lintCommand,
  policy: async () => (await import('./commands/policy.ts')).policyCommand,
  baseline: async () => (await import('./commands/baseline.ts')).baselineCommand,
  fmt: async () => (await import('./commands/fmt.ts')).fmtCommand,
  explain: async () => (await import('./commands/explain.ts')).explainCommand,
  rules: async () => (await import('./commands/rules.ts')).rulesCommand,
  compile: async () => (await import('./commands/compile.ts')).compileCommand,
  plan: async () => (await import('./commands/plan.ts')).planCommand,
  drift: async () => (await import('./commands/drift.ts')).driftCommand,
  apply: async () => (await import('./commands/apply.ts')).applyCommand,
  resolve: async () => (await import('./commands/resolve.ts')).resolveCommand,
  pull: async () => (await import('./commands/pull.ts')).pullCommand,
  trace: async () => (await import('./commands/trace.ts')).traceCommand,
  graph: async () => (await import('./commands/graph.ts')).graphCommand,
  ledger: async () => (await import('./commands/ledger.ts')).ledgerCommand,
  snapshot: async () => (await import('./commands/snapshot.ts')).snapshotCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  schema: async () => (await import('./commands/schema.ts')).schemaCommand,
  lsp: async () => (await import('./commands/lsp.ts')).lspCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
};

/** The program with the verb that `first` is, or with all where it is none (`--help`, a mistyped verb). */
export async function buildProgram(
  io: Io,
  first: string | undefined,
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
    .version(version, '-V, --version')
    // What follows a verb is the verb's: `plan diff a b --format json` asks `diff` for JSON, not `plan`.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      '\nRun `edgewright init` to make a workspace, `edgewright <command> --help` for the options of a command.',
    );
  for (const verb of await verbsFor(first)) program.addCommand(verb(run));
  configure(program, io);
  return program;
}

async function verbsFor(first: string | undefined): Promise<readonly Verb[]> {
  const only = first !== undefined && Object.hasOwn(verbs, first) ? verbs[first] : undefined;
  return only === undefined ? Promise.all(Object.values(verbs).map((load) => load())) : [await only()];
}

/** Every command speaks through `io` and throws instead of ending the process. */
function configure(command: Command, io: Io): void {
  command
    .exitOverride(({ exitCode }) => {
      throw new CommandLineEnd(exitCode);
    })
    .configureOutput({
      writeOut: io.stdout,
      // Commander repeats arguments, and in CI those can be the names of changed files.
      writeErr: (text) => io.stderr(inert(text)),
      getOutHelpWidth: () => io.columns,
      getErrHelpWidth: () => io.columns,
    })
    .showHelpAfterError('(add --help for the options)')
    .showSuggestionAfterError(true);
  for (const child of command.commands) configure(child, io);
}
