/** The outside of a command: streams, environment, folder, clock. Nothing below `main` reads `process`. */
export interface Io {
  /** Never throws: what cannot be written is lost, and makes the run end with 74. */
  readonly stdout: (text: string, as?: Printed) => void;
  /** Never throws. */
  readonly stderr: (text: string, as?: Printed) => void;
  /** The secrets of this run, which `main` keeps out of both streams. Undefined where no one does. */
  readonly secrets?: KnownSecrets;
  /** All of standard input, as UTF-8. */
  readonly stdin: () => Promise<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly cwd: string;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  /**
   * One line at the end of the terminal that says how far a run is, asked for again as time goes by; undefined takes it
   * away. Undefined itself where stderr is not a terminal.
   */
  readonly status?: ((text: (() => string) | undefined) => void) | undefined;
  /** Acts again and again, until the result is called, and keeps no process alive. Undefined where time is simulated. */
  readonly every?: (milliseconds: number, act: () => void) => () => void;
  /** Width of the terminal in columns. */
  readonly columns: number;
  readonly clock: Clock;
  /**
   * Asks the person at the terminal; undefined where there is none, and in CI: nothing prompts there. The answer is
   * undefined where the person ended it by Ctrl-C or Ctrl-D.
   */
  readonly ask?: ((question: string) => Promise<string | undefined>) | undefined;
  /** Standard input and output as streams, for a conversation with a program; undefined where there are none. */
  readonly openChannel?: () => Channel;
  /** What may be kept from run to run, and may be gone at any time. Undefined: nothing is. */
  readonly cache?: Cache | undefined;
  /** For long work whose pieces are dropped one by one: takes more time from now on, and much less memory. */
  readonly spareMemory?: (() => void) | undefined;
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** Aborted by the second one: what is under way is not waited for any more, what is known of it is kept. */
  readonly urgent?: AbortSignal | undefined;
}

/**
 * What a text is to those who read the stream: `verbatim` is a file of the user's given back to the user's own program,
 * byte for byte; `commands` has lines that we ourselves tell a CI system. Everything else is a report.
 */
export type Printed = 'report' | 'verbatim' | 'commands';

/** What must be shown nowhere. Values under 8 bytes are words that may be anywhere, and are not looked for. */
export interface KnownSecrets {
  readonly learn: (value: string) => void;
  /** The text with every known value, and whatever looks like a secret, replaced. */
  readonly clean: (text: string) => string;
  /** Whether a known value is in the text. */
  readonly isKnownIn: (text: string) => boolean;
}

/** The two ends of a conversation, such as that of a language server with an editor. */
export interface Channel {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Lets go of the input, so that the process can end. */
  readonly close: () => void;
  /** Whether a process of this id runs. */
  readonly isRunning: (pid: number) => boolean;
}

export interface Cache {
  /** This build of Edgewright: what another one kept means nothing. */
  readonly build: string;
  /** Only what no one else can have written. */
  readonly read: (name: string) => string | undefined;
  /** At once or not at all; that it cannot be done is not a failure. */
  readonly write: (name: string, text: string) => void;
}

export interface Clock {
  readonly now: () => Date;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** What `apply` touches, so that it can be simulated. */
export interface Env {
  readonly clock: Clock;
  readonly random: (bytes: number) => Uint8Array;
}
