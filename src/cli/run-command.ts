import { InvalidArgumentError } from 'commander';
import type { Io } from '../model/io.ts';

/** Runs the body of a command and keeps its exit code; wrong input throws `UserError`, `main` alone catches. */
export type RunCommand = <Arguments extends unknown[]>(
  body: (io: Io, ...args: Arguments) => Promise<number>,
) => (...args: Arguments) => Promise<void>;

/** A commander option that may be given more than once. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** A whole number of an option, or commander's own complaint about it. */
export function wholeNumber(value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(number)) {
    throw new InvalidArgumentError('it must be a whole number.');
  }
  return number;
}

/** The number of a port; 0 for any that is free. */
export function portNumber(value: string): number {
  const number = wholeNumber(value);
  if (number > 65_535) throw new InvalidArgumentError('a port is a number up to 65535.');
  return number;
}
