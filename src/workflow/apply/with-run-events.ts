import { exitCodeOf, type ExitCode } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';
import { redirect } from '../../cli/redirect.ts';
import { eventJson, type EventHead } from '../../report/run/event-json.ts';
import type { ApplyOptions } from './apply-options.ts';
import { finalCode, runFailure } from './run-end.ts';

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
    tell({ event: 'end', exitCode: finalCode(io, exitCodeOf(error)), error: runFailure(error) });
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
