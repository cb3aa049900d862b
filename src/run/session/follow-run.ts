import type { RequestWatch } from '../../model/api.ts';
import { exitCodeOf } from '../../model/errors.ts';
import type { Io, RunObserver, RunSubject } from '../../model/io.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';
import type { WorkspaceHead } from '../../model/workspace/workspace.ts';
import type { Run } from './run.ts';
import { redirect } from '../cli/redirect-io.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import type { ExitCode } from '../../model/exit-codes.ts';

/** Follows a run of a command from its start to its end. Whatever it does, the run ends as its work ended. */
export interface RunFollower {
  /** Told of subjects and requests. */
  readonly observer?: RunObserver;
  /** Takes the output of the run instead. */
  readonly stdout?: Io['stdout'];
  /** Told of each event of the run. */
  readonly tell?: (event: RunEvent) => void;
  /** Called once the work has ended, or has failed with an error. If it throws, this is how the run ends. */
  readonly end?: (exitCode: ExitCode, error?: unknown) => Promise<void> | void;
}

/** Does the work of a command, or a part of it, with followers of which the first sees the ends of all others. */
export async function followRun(
  io: Io,
  [first, ...others]: readonly (RunFollower | undefined)[],
  work: (io: Io) => Promise<number>,
): Promise<number> {
  if (first === undefined) return others.length === 0 ? work(io) : followRun(io, others, work);
  let exitCode: ExitCode;
  try {
    exitCode = (await followRun(followedBy(io, first), others, work)) as ExitCode;
  } catch (error) {
    await first.end?.(exitCodeOf(error), error);
    throw error;
  }
  await first.end?.(exitCode);
  return exitCode;
}

function followedBy(io: Io, { observer, stdout = io.stdout, tell }: RunFollower): Io {
  return redirect(io, {
    stdout,
    ...withoutUndefined({ observers: observer && [...(io.observers ?? []), observer] }),
    tell: (event) => {
      tell?.(event);
      io.tell?.(event);
    },
  });
}

/** Tells the observers which environment everything from now on is about. */
export function tellSubject({
  io: { observers = [] },
  environment: { name: environment },
  workspace: { settings },
}: Run<WorkspaceHead>): void {
  const about: RunSubject = { environment, lineage: settings.ledger?.lineage };
  for (const { begins } of observers) begins?.(about);
}

/** A watch of requests that also tells the observers. */
export function watchedRequests(
  { observers = [] }: Pick<Io, 'observers'>,
  watch: RequestWatch,
): RequestWatch {
  if (observers.length === 0) return watch;
  return {
    ...watch,
    exchanged: (exchange) => {
      watch.exchanged(exchange);
      for (const { exchanged } of observers) exchanged?.(exchange);
    },
  };
}
