import type { Io } from '../../src/model/io.ts';

/** The program's input and output in memory. */
export function ioOf(cwd: string, stdin = ''): { readonly io: Io; readonly said: () => string } {
  let said = '';
  const hear = (words: string): void => void (said += words);
  const io: Io = {
    stdout: hear,
    stderr: hear,
    stdin: () => Promise.resolve(stdin),
    env: {},
    cwd,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 80,
    clock: { now: () => new Date('2026-06-01T12:00:00Z'), sleep: () => Promise.resolve() },
    signal: new AbortController().signal,
  };
  return { io, said: () => said };
}
