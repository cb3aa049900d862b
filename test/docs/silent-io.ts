import type { Io } from '../../src/model/io.ts';

/** Nobody listens: for looking at the program without running it. */
export const ioThatIsSilent: Io = {
  stdout: () => undefined,
  stderr: () => undefined,
  stdin: () => Promise.resolve(''),
  env: {},
  cwd: '/',
  stdoutIsTerminal: false,
  stderrIsTerminal: false,
  columns: 80,
  clock: { now: () => new Date(0), sleep: () => Promise.resolve() },
  signal: new AbortController().signal,
};
