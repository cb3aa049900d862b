import { ApiError, exitCodeOf, UserError } from './model/errors.ts';
import { guardedIo } from './guarded-io.ts';
import type { Io } from './model/io.ts';
import { processIo, type UserCache } from './process-io.ts';
import { buildProgram, CommandLineEnd, withOwnHelp, type Verbs } from './program.ts';
import { bugText, userErrorText } from './report/user-error.ts';
import { exitCodes } from './model/exit-codes.ts';

export interface CommandLine {
  /** The command line as a function: arguments in, output through `outside`, exit code as the result. */
  readonly main: (argv: readonly string[], outside: Io) => Promise<number>;
  /** The entry point of the executable, which has a cache folder. */
  readonly run: (files?: UserCache) => void;
}

/** Makes a command line with these commands. */
export function openCommandLine(verbs: Verbs): CommandLine {
  const main: CommandLine['main'] = async (argv, outside) => {
    const io = guardedIo(outside);
    let exitCode: number = exitCodes.ok;
    try {
      const program = await buildProgram(verbs, io, argv, (code) => {
        exitCode = code;
      });
      await program.parseAsync([...withOwnHelp(program, argv)], { from: 'user' });
      return exitCode;
    } catch (error) {
      return report(error, io);
    }
  };
  return { main, run: (files) => run(main, files) };
}

function run(main: CommandLine['main'], files: UserCache | undefined): void {
  const { io, end } = processIo(files);
  main(process.argv.slice(2), io).then(end, (error: unknown) => end(report(error, guardedIo(io))));
}

function report(error: unknown, io: Io): number {
  // Help is not an error.
  if (error instanceof CommandLineEnd) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (error instanceof UserError) {
    io.stderr(userErrorText(error, io));
    return error.exitCode;
  }
  if (error instanceof ApiError) {
    io.stderr(userErrorText(error, io));
    return exitCodeOf(error);
  }
  io.stderr(bugText(error));
  return exitCodes.bug;
}
