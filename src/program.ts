import { Command } from 'commander';
import { applyCommand } from './commands/apply.ts';
import { compileCommand } from './commands/compile.ts';
import { doctorCommand } from './commands/doctor.ts';
import { explainCommand } from './commands/explain.ts';
import { fmtCommand } from './commands/fmt.ts';
import { initCommand } from './commands/init.ts';
import { ledgerCommand } from './commands/ledger.ts';
import { lintCommand } from './commands/lint.ts';
import { planCommand } from './commands/plan.ts';
import { pullCommand } from './commands/pull.ts';
import { rulesCommand } from './commands/rules.ts';
import type { RunCommand } from './commands/run-command.ts';
import { schemaCommand } from './commands/schema.ts';
import { serveCommand } from './commands/serve.ts';
import type { Io } from './model/io.ts';
import { inert } from './report/inert.ts';
import { version } from './version.ts';

/**
 * The verbs. A command file holds its options and its body; the stages it drives are imported by the body, so that a
 * run loads only what it uses (linting loads no HTTP, no server).
 */
const commands: readonly ((run: RunCommand) => Command)[] = [
  initCommand,
  lintCommand,
  fmtCommand,
  explainCommand,
  rulesCommand,
  compileCommand,
  planCommand,
  applyCommand,
  pullCommand,
  ledgerCommand,
  serveCommand,
  schemaCommand,
  doctorCommand,
];

export function buildProgram(io: Io, setExitCode: (exitCode: number) => void): Command {
  const run: RunCommand =
    (body) =>
    async (...args) =>
      setExitCode(await body(io, ...args));
  const program = new Command('edgewright')
    .description(
      'Keeps tunnel endpoints and edges as code: lints, compiles, plans and applies a folder of YAML files.',
    )
    .version(version, '-V, --version')
    .addHelpText(
      'after',
      '\nRun `edgewright init` to make a workspace, `edgewright <command> --help` for the options of a command.',
    );
  for (const command of commands) program.addCommand(command(run));
  configure(program, io);
  return program;
}

/** Every command speaks through `io` and throws instead of ending the process. */
function configure(command: Command, io: Io): void {
  command
    .exitOverride((error) => {
      throw error;
    })
    .configureOutput({
      writeOut: io.stdout,
      // Commander repeats arguments, and in CI those can be the names of changed files.
      writeErr: (text) => io.stderr(inert(text).replaceAll(/\n(?=\s*(?:::|##\[))/g, '\\n')),
      getOutHelpWidth: () => io.columns,
      getErrHelpWidth: () => io.columns,
    })
    .showHelpAfterError('(add --help for the options)')
    .showSuggestionAfterError(true);
  for (const child of command.commands) configure(child, io);
}
