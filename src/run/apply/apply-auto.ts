import { ApiError, type ExitCode, exitCodeOf, exitCodeOfAll, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { failureText } from '../../report/user-error.ts';
import { redirect } from '../cli/reports.ts';
import { openEnvironments, type OpenedEnvironment } from '../session/workspace/open-environments.ts';
import { applyTo } from './apply-environment.ts';
import { finalCode, runFailure } from './run-end.ts';
import type { ApplyOptions } from './apply-options.ts';

/**
 * `apply --auto`: applies the named environments, or all, one after the other. One that fails or is refused does not
 * keep the others from being applied; the exit code is the most urgent one.
 */
export async function applyAuto(
  io: Io,
  names: readonly string[] | undefined,
  options: ApplyOptions,
): Promise<number> {
  const chosen = { ...options, env: names && [...new Set(names)] };
  const { head, environments } = await openEnvironments(io, chosen);
  const workspace = head.read();
  const [only, ...more] = environments;
  if (only !== undefined && more.length === 0) return applyTo(io, { workspace, environment: only }, options);
  const codes: ExitCode[] = [];
  const apart = keptApart(io.stdout);
  for (const environment of environments) {
    if (io.signal.aborted) break;
    codes.push(await runOf(redirect(io, { stdout: apart() }), { workspace, environment }, options));
  }
  return exitCodeOfAll(codes);
}

/** An output for each environment: a blank line keeps plans apart; environments without changes have a line each. */
function keptApart(print: Io['stdout']): () => Io['stdout'] {
  let last: { isLong: boolean } | undefined;
  return () => {
    const before = last;
    let own: { isLong: boolean } | undefined;
    return (text, as) => {
      const isLong = text.trimEnd().includes('\n');
      if (own === undefined && before !== undefined && (before.isLong || isLong)) print('\n');
      own = { isLong: own !== undefined || isLong };
      last = own;
      print(text, as);
    };
  };
}

async function runOf(io: Io, place: OpenedEnvironment, options: ApplyOptions): Promise<ExitCode> {
  const environment = place.environment.name;
  const end = { event: 'environment-ended', environment } as const;
  try {
    const exitCode = finalCode(io, (await applyTo(io, place, options)) as ExitCode);
    io.tell?.({ ...end, exitCode });
    return exitCode;
  } catch (error) {
    // A bug ends the command: what it would do next is unknown.
    if (!(error instanceof UserError || error instanceof ApiError)) throw error;
    io.stderr(failureText(error, environment));
    const exitCode = finalCode(io, exitCodeOf(error));
    io.tell?.({ ...end, exitCode, error: runFailure(error) });
    return exitCode;
  }
}
