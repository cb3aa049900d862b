import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { finalCode } from './run-end.ts';

/** Waits for work that nothing is lost by giving up. Throws `UserError` as soon as a signal tells the run to end. */
export async function untilStopped<Result>(io: Io, work: Promise<Result>): Promise<Result> {
  // Read once: from here on a signal no longer ends the process, so that the lock is given back.
  const { signal } = io;
  const stopped = (): UserError =>
    new UserError(
      finalCode(io, exitCodes.interrupted),
      'interrupted while reading the API: nothing was applied',
    );
  if (signal.aborted) throw stopped();
  let stop = (): void => undefined;
  const end = new Promise<never>((_resolve, reject) => {
    stop = () => reject(stopped());
  });
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, end]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
