import type { Exchange } from './api.ts';
import type { RunEvent } from './plan/run-event.ts';

export interface GitFile {
  /** `link`: a symbolic link; `other`: a submodule, or a name that is not UTF-8. */
  readonly type: 'file' | 'link' | 'other';
  /** Git's object name of the content, equal for equal bytes only. */
  readonly id: string;
  /** The content; for a link, its target. Content over 1 MiB is cut one byte above that; `other` has none. */
  readonly bytes: () => Uint8Array;
}

/** The environment of a command: streams, variables, folder, clock. Nothing below `main` reads `process`. */
export interface Io {
  /** Never throws: a failed write is dropped, and the run ends with exit code 74. */
  readonly stdout: (text: string, as?: OutputKind) => void;
  /** Never throws. */
  readonly stderr: (text: string, as?: OutputKind) => void;
  /** The secrets of this run, which `main` keeps out of both streams. Undefined where nothing filters the streams. */
  readonly secrets?: KnownSecrets;
  /** The whole standard input, decoded as UTF-8. */
  readonly stdin: () => Promise<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path. */
  readonly cwd: string;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  /**
   * Shows a status line at the end of the terminal, refreshed by calling `text` from time to time; undefined removes
   * it. The function itself is undefined if stderr is not a terminal.
   */
  readonly status?: ((text: (() => string) | undefined) => void) | undefined;
  /**
   * Repeats `act` until the returned function is called, without keeping the process alive. Undefined in simulated
   * time.
   */
  readonly every?: (milliseconds: number, act: () => void) => () => void;
  /** Width of the terminal in columns. */
  readonly columns: number;
  readonly clock: Clock;
  /**
   * Asks the person at the terminal; undefined without a terminal and in CI, where nothing may prompt. The result is
   * undefined if the person pressed Ctrl-C or Ctrl-D, or if a signal told the run to end.
   */
  readonly ask?: ((question: string) => Promise<string | undefined>) | undefined;
  /** Opens standard input and output as streams for a protocol, such as LSP; undefined if there are none. */
  readonly openChannel?: () => Channel;
  /** A store for data between runs, which may disappear at any time. Undefined: nothing is cached. */
  readonly cache?: Cache | undefined;
  /** Is told what happens during an apply; undefined if nothing follows it. */
  readonly tell?: ((event: RunEvent) => void) | undefined;
  /** Follow the run for metrics. */
  readonly observers?: readonly RunObserver[] | undefined;
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP; the reason is the exit code for the signal. */
  readonly signal: AbortSignal;
  /** Aborted by the second one: pending requests are abandoned, and known results are kept. */
  readonly urgent?: AbortSignal | undefined;
}

/**
 * The role of a text in the stream: `verbatim` is a user's file returned to the user's own program byte for byte;
 * `commands` has lines that we address to a CI system. Everything else is a report.
 */
export type OutputKind = 'report' | 'verbatim' | 'commands';

/**
 * Secrets that must not be printed. Values under 8 bytes are not searched for: they may be ordinary words. For output
 * alone: no comparison and no record depends on it.
 */
export interface KnownSecrets {
  readonly learn: (value: string) => void;
  /** Names of resources and environments: they are shown even if a secret has the same value. */
  readonly show: (names: Iterable<string>) => void;
  /** The text with every known value, and everything that looks like a secret, replaced. */
  readonly clean: (text: string) => string;
  /** Whether the text contains a known value. */
  readonly isKnownIn: (text: string) => boolean;
}

/** The two streams of a protocol, such as that of a language server with an editor. */
export interface Channel {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Closes the input so that the process can end. */
  readonly close: () => void;
  /** Whether a process with this id is running. */
  readonly isRunning: (pid: number) => boolean;
}

export interface Cache {
  /** Id of this build of Edgewright: entries of another build are meaningless. */
  readonly build: string;
  /** The entry, only if no other user can have written it. */
  readonly read: (name: string) => string | undefined;
  /** Writes atomically; a failure is ignored. */
  readonly write: (name: string, text: string) => void;
}

export interface Clock {
  readonly now: () => Date;
  /** Milliseconds since some moment, whatever happens to the system's clock. Undefined: as `now` says. */
  readonly elapsed?: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** Effects of `apply` that tests simulate. */
export interface Env {
  readonly clock: Clock;
  readonly random: (bytes: number) => Uint8Array;
}

/** Follows a run from outside, for metrics. Nothing depends on it. */
export interface RunObserver {
  /** The environment that everything after it is about. */
  readonly begins?: (about: RunSubject) => void;
  /** Each attempt of a request to the API. */
  readonly exchanged?: (exchange: Exchange) => void;
}

export interface RunSubject {
  readonly environment: string;
  /** Of the workspace; undefined if edgewright.yaml has none. */
  readonly lineage: string | undefined;
}
