import { main } from '../../../src/main.ts';
import type { Io } from '../../../src/model/io.ts';

/** Everything around the files. */
export interface Around {
  readonly build: string;
  readonly day: number;
  readonly env: Readonly<Record<string, string>>;
  readonly options: readonly string[];
  readonly isTerminal: boolean;
}

export const usual: Around = { build: 'this', day: 0, env: {}, options: [], isTerminal: false };

export interface LintOutput {
  readonly exit: number;
  readonly printed: readonly (readonly [stream: string, text: string])[];
}

/** So late that every file has settled. */
const start = Date.parse('2040-06-01T00:00:00Z');

/** Lint as the command runs it. `texts`: the cache, if there is one. */
export async function lintAround(
  root: string,
  around: Around,
  texts: Map<string, string> | undefined,
): Promise<LintOutput> {
  const printed: [string, string][] = [];
  const argv = ['lint', ...around.options];
  const io: Io = {
    stdout: (text) => void printed.push(['stdout', text]),
    stderr: (text) => void printed.push(['stderr', text]),
    stdin: () => Promise.resolve(''),
    env: around.env,
    cwd: root,
    stdoutIsTerminal: around.isTerminal,
    stderrIsTerminal: around.isTerminal,
    columns: 100,
    clock: { now: () => new Date(start + around.day * 86_400_000), sleep: () => Promise.resolve() },
    signal: new AbortController().signal,
    ...(texts === undefined
      ? {}
      : {
          cache: {
            build: around.build,
            read: (name: string) => texts.get(name),
            write: (name: string, text: string) => void texts.set(name, text),
          },
        }),
  };
  return { exit: await main(argv, io), printed };
}
