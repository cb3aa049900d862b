import { guardedIo } from '../../guarded-io.ts';
import type { Io, KnownSecrets } from '../../model/io.ts';
import { ApiError, exitCodeOf, UserError } from '../../model/errors.ts';
import { processDefaults } from '../../process-io.ts';
import { EdgewrightApiError, EdgewrightError } from './library-errors.ts';
import type { LoadOptions } from './library-options.ts';

export type EnvVariables = Io['env'];
export type GuardedIo = ReturnType<typeof guardedIo>;

/** EnvVariables, folder and listener of a workspace, with their defaults. */
export interface Surroundings extends Pick<Io, 'env' | 'cwd'> {
  readonly onMessage: (message: string) => void;
}

export function surroundings({ env, cwd, onMessage }: LoadOptions): Surroundings {
  const given = processDefaults();
  return { env: env ?? given.env, cwd: cwd ?? given.cwd, onMessage: onMessage ?? (() => undefined) };
}

/**
 * Runs one call: messages reach the listener, and failures become exported errors. Neither has a known secret. `env`
 * replaces the variables for this call.
 */
export async function libraryCall<Result>(
  { env, cwd, onMessage }: Surroundings,
  body: (io: GuardedIo) => Promise<Result>,
): Promise<Result> {
  const { clock } = processDefaults();
  const io = guardedIo({
    stdout: () => undefined,
    stderr: (text) => onMessage(text.trimEnd()),
    stdin: () => Promise.resolve(''),
    env,
    cwd,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 80,
    clock,
    signal: new AbortController().signal,
  });
  try {
    return await body(io);
  } catch (error) {
    throw exported(error, io.secrets);
  }
}

/** Bugs stay as they are: their stack says where they come from. */
function exported(error: unknown, { clean }: KnownSecrets): unknown {
  if (error instanceof UserError) {
    const { exitCode, help } = error;
    return new EdgewrightError(clean(error.message), { exitCode, help: help && clean(help) });
  }
  if (!(error instanceof ApiError)) return error;
  const { method, path, status } = error;
  return new EdgewrightApiError(clean(error.message), { exitCode: exitCodeOf(error), method, path, status });
}
