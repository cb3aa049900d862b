import { ApiError, exitCodeOf, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { failureText } from '../../report/user-error.ts';
import { redirect } from '../cli/redirect-io.ts';
import { beginRun, type Run } from '../session/run.ts';
import { chooseEnvironments } from '../session/workspace/choose-environments.ts';
import { applyRun } from './apply-environment.ts';
import { finalCode, runFailure } from './run-end.ts';
import type { ApplyChoices, ApplyOptions } from './apply-options.ts';
import { type ExitCode, exitCodeOfAll } from '../../model/exit-codes.ts';

/**
 * `apply --auto`: applies the named environments, or all, one after the other. One that fails or is refused does not
 * keep the others from being applied; the exit code is the most urgent one.
 */
export async function applyAuto(
  io: Io,
  names: readonly string[] | undefined,
  options: ApplyOptions,
): Promise<number> {
  const opened = await beginRun(io, options);
  const environments = chooseEnvironments(opened.workspace, names && [...new Set(names)]);
  const run = { ...opened, workspace: opened.workspace.read() };
  const [only, ...more] = environments;
  if (only !== undefined && more.length === 0) return applyRun({ ...run, environment: only }, options);
  const codes: ExitCode[] = [];
  const apart = keptApart(io.stdout);
  for (const environment of environments) {
    if (io.signal.aborted) break;
    codes.push(await codeOf({ ...run, io: redirect(io, { stdout: apart() }), environment }, options));
  }
  return exitCodeOfAll(codes);
}

/** An output for each environment: a blank line keeps plans apart; environments without changes have a line each. */
function keptApart(print: Io['stdout']): () => Io['stdout'] {
  let last: { isLong: boolean } | undefined;
  return () => {
    const before = last;
    let printed: { isLong: boolean } | undefined;
    return (text, as) => {
      const isLong = text.trimEnd().includes('\n');
      if (printed === undefined && before !== undefined && (before.isLong || isLong)) print('\n');
      printed = { isLong: printed !== undefined || isLong };
      last = printed;
      print(text, as);
    };
  };
}

async function codeOf(run: Run, choices: ApplyChoices): Promise<ExitCode> {
  const { io } = run;
  const environment = run.environment.name;
  const end = { event: 'environment-ended', environment } as const;
  try {
    const exitCode = finalCode(io, (await applyRun(run, choices)) as ExitCode);
    io.tell?.({ ...end, exitCode });
    return exitCode;
  } catch (error) {
    // A bug ends the command: what it would do next is unknown.
    if (!(error instanceof UserError || error instanceof ApiError)) throw error;
    io.stderr(failureText(error, environment, io));
    const exitCode = finalCode(io, exitCodeOf(error));
    io.tell?.({ ...end, exitCode, error: runFailure(error) });
    return exitCode;
  }
}
