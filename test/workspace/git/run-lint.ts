import { main } from '../../../src/main.ts';

interface Ran {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Where {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Hears all that was said so far, after each word. */
  readonly hear?: (said: string) => void;
  readonly signal?: AbortSignal;
}

/** Runs the command line in a folder, with nothing of this process around it but real time. */
export async function runIn(
  { folder, env, hear = () => undefined, signal = new AbortController().signal }: Where,
  ...arguments_: readonly string[]
): Promise<Ran> {
  const said = { stdout: '', stderr: '', all: '' };
  const listen = (stream: 'stdout' | 'stderr') => (text: string) => {
    said[stream] += text;
    said.all += text;
    hear(said.all);
  };
  const exit = await main(arguments_, {
    stdout: listen('stdout'),
    stderr: listen('stderr'),
    stdin: () => Promise.resolve(''),
    env,
    cwd: folder,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 80,
    clock: {
      now: () => new Date('2026-06-01T12:00:00Z'),
      sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    },
    signal,
  });
  return { exit, stdout: said.stdout, stderr: said.stderr };
}
