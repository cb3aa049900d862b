import type { Io } from '../../model/io.ts';
/** Runs the body of a command and stores its exit code. Wrong input throws `UserError`, which only `main` catches. */
export type RunCommand = <Arguments extends unknown[]>(
  body: (io: Io, ...args: Arguments) => Promise<number>,
) => (...args: Arguments) => Promise<void>;
