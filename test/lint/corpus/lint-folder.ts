import { main } from '../../../src/main.ts';

export interface Linted {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number | null;
}

/**
 * `lint` of a folder at a terminal of 80 columns, on the fixed date of the corpus; `run`: as it is shipped, if given.
 */
export async function lintFolder(
  folder: string,
  args: readonly string[],
  run: typeof main = main,
): Promise<Linted> {
  const streams = { stdout: '', stderr: '' };
  const exit = await run(['lint', ...args], {
    stdout: (text) => void (streams.stdout += text),
    stderr: (text) => void (streams.stderr += text),
    stdin: () => Promise.resolve(''),
    env: { HOME: folder },
    cwd: folder,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 80,
    clock: { now: () => new Date('2026-06-01T12:00:00Z'), sleep: () => Promise.resolve() },
    signal: new AbortController().signal,
  });
  return { ...streams, exit };
}

/** Both streams and the exit code in the format of expected.txt. */
export function recorded({ stdout, stderr, exit }: Linted): string {
  return `${stdout}${stderr === '' ? '' : `on stderr:\n${stderr}`}exit ${exit}\n`;
}
