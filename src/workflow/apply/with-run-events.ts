import { UserError, exitCodeOf, exitCodes, LedgerError, type ExitCode } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { RunEvent, RunFailure } from '../../model/plan/run-event.ts';
import { redirect } from '../../cli/redirect.ts';
import { eventJson, type EventHead } from '../../report/run/event-json.ts';
import type { ApplyOptions } from './apply-options.ts';

/**
 * Does the work of an apply, which ends with an event in any case. With `--format json`, stdout is the events, a line
 * each as it happens, and everything for people goes to stderr.
 */
export async function withRunEvents(
  io: Io,
  { format }: Pick<ApplyOptions, 'format'>,
  work: (io: Io) => Promise<number>,
): Promise<number> {
  const isJson = format === 'json';
  const print = isJson ? eventLines(io) : undefined;
  const tell = (event: RunEvent): void => {
    print?.(event);
    io.tell?.(event);
  };
  try {
    const exitCode = (await work(redirect(io, isJson ? { stdout: io.stderr, tell } : { tell }))) as ExitCode;
    tell({ event: 'end', exitCode: finalCode(io, exitCode) });
    return exitCode;
  } catch (error) {
    tell({ event: 'end', exitCode: finalCode(io, exitCodeOf(error)), error: failureIn(error) });
    throw error;
  }
}

/** Prints each event with one write, so that the filter of the output sees it whole. */
function eventLines(io: Io): (event: RunEvent) => void {
  let head: Omit<EventHead, 'at'> = { run: undefined, environment: undefined };
  return (event) => {
    if (event.event === 'start') head = { run: event.run.id, environment: event.plan.environment };
    const line = eventJson(event, { at: io.clock.now().toISOString(), ...head });
    if (line !== '') io.stdout(line);
  };
}

/** A signal decides the exit code of the process, whatever the run returned. */
function finalCode({ signal }: Io, exitCode: ExitCode): ExitCode {
  if (!signal.aborted) return exitCode;
  return signal.reason === exitCodes.terminated ? exitCodes.terminated : exitCodes.interrupted;
}

function failureIn(error: unknown): RunFailure {
  const message = error instanceof Error ? error.message : String(error);
  const help = error instanceof UserError ? error.help : undefined;
  const holder = error instanceof LedgerError ? error.holder : undefined;
  return {
    message,
    ...(help === undefined ? {} : { help }),
    ...(holder === undefined ? {} : { holder }),
  };
}
