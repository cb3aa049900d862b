import { isUtf8 } from 'node:buffer';
import { setMaxListeners } from 'node:events';
import { fstatSync, statSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { errorCode, isClosedPipe } from './text/system/system-errors.ts';
import { usageError } from './model/errors.ts';
import { exitCodes } from './model/exit-codes.ts';
import type { Cache, Channel, Clock, Io } from './model/io.ts';
import { processExists } from './run/cli/process-exists.ts';
import { statusLine } from './run/cli/status-line.ts';

declare const edgewrightBuild: string | undefined;

/** The cache folder of the user, as bin/user-cache.js reads and writes it. */
export interface UserCache {
  readonly read: (name: string) => Buffer | undefined;
  readonly write: (name: string, text: string) => void;
}

/** Undefined for unbuilt sources, and for a program that uses the bundle as a library. */
export function processCache(files: UserCache | undefined): Cache | undefined {
  if (files === undefined || typeof edgewrightBuild === 'undefined') return undefined;
  return {
    build: `${edgewrightBuild} ${process.version}`,
    read: (name) => files.read(name)?.toString('utf8'),
    write: files.write,
  };
}

/** The Io of the real process, the only place that reads `process`. */
export function processIo(files?: UserCache): {
  readonly io: Io;
  /** Ends the process, with another exit code if a signal arrived or standard output failed. */
  readonly end: (exitCode: number) => void;
} {
  let outputFailure: string | undefined;
  const status = statusLine({
    write: (text) => void writeAll(2, text),
    columns: () => process.stderr.columns || 80,
  });
  let abort: AbortController | undefined;
  let urgent: AbortController | undefined;
  let interrupted: number | undefined;
  const interrupt = (exitCode: number) => () => {
    // The second signal means soon, or at once if there is nothing to save; the third one means at once.
    if (interrupted !== undefined && (urgent === undefined || urgent.signal.aborted)) process.exit(exitCode);
    if (interrupted !== undefined) urgent?.abort();
    interrupted ??= exitCode;
    abort?.abort(exitCode);
  };
  const io: Io = {
    stdout: (text) => {
      status.hide();
      outputFailure ??= writeAll(1, text);
      status.showBelow(text);
    },
    stderr: (text) => {
      status.hide();
      writeAll(2, text);
      status.showBelow(text);
    },
    get status() {
      return isTerminal(2) && process.env['TERM'] !== 'dumb' && !isSet(process.env['CI'])
        ? status.show
        : undefined;
    },
    every: (milliseconds, act) => {
      const timer = setInterval(act, milliseconds).unref();
      return () => clearInterval(timer);
    },
    stdin: readStdin,
    env: process.env,
    cwd: process.cwd(),
    // A getter: loading the code for terminals slows down a short run.
    get stdoutIsTerminal() {
      return isTerminal(1);
    },
    get stderrIsTerminal() {
      return isTerminal(2);
    },
    get columns() {
      return isTerminal(1) ? process.stdout.columns || 80 : 80;
    },
    clock: systemClock,
    get cache() {
      return processCache(files);
    },
    openChannel,
    get ask() {
      return isTerminal(0) && isTerminal(2) && !process.env['CI']
        ? (question: string) => ask(question, io.signal)
        : undefined;
    },
    get signal() {
      // Handlers are installed on first use of the signal; until then a signal ends the process.
      if (abort === undefined) {
        abort = new AbortController();
        process.on('SIGINT', interrupt(exitCodes.interrupted));
        process.on('SIGTERM', interrupt(exitCodes.terminated));
        // The terminal has gone, and what it shows; the run ends as if it was told to.
        process.on('SIGHUP', interrupt(exitCodes.terminated));
      }
      return abort.signal;
    },
    get urgent() {
      if (urgent === undefined) {
        urgent = new AbortController();
        // Each pending request adds a listener.
        setMaxListeners(0, urgent.signal);
      }
      return urgent.signal;
    },
  };
  const end = (exitCode: number): void => {
    if (outputFailure !== undefined) {
      const why = outputFailure === 'ENOSPC' ? 'the disk is full' : outputFailure;
      io.stderr(`error: standard output cannot be written: ${why}\n`);
    }
    const isLost = outputFailure !== undefined && hidesNothing.has(exitCode);
    // All output is written, and no pending work of the process matters any more.
    const signalCode = exitCode === exitCodes.bug ? undefined : interrupted;
    process.exit(signalCode ?? (isLost ? exitCodes.disk : exitCode));
  };
  return { io, end };
}

/** Exit codes that lost output overrides; failures keep their own code. */
const hidesNothing: ReadonlySet<number> = new Set([exitCodes.ok, exitCodes.configuration, exitCodes.changes]);

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== 'false';
}

/** Excludes pipes, files and /dev/null cheaply before asking the terminal library. */
function isTerminal(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    return stat.isCharacterDevice() && stat.rdev !== nullDevice() && isatty(descriptor);
  } catch {
    // The stream was closed before the process started.
    return false;
  }
}

function nullDevice(): number | undefined {
  return process.platform === 'win32' ? undefined : statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
}

/** Defaults of the library for what its caller does not give; read at each call. */
export function processDefaults(): Pick<Io, 'env' | 'cwd' | 'clock'> {
  return { env: process.env, cwd: process.cwd(), clock: systemClock };
}

const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/**
 * Writes synchronously, so that nothing is lost when the process ends. A closed pipe (`| head`) is not a failure. Any
 * other error is returned by its code, not thrown: a full disk must not abort an apply.
 */
function writeAll(descriptor: number, text: string): string | undefined {
  const bytes = new Uint8Array(Math.min(maxPiece, 3 * text.length));
  for (let at = 0; at < text.length;) {
    // Encodes piece by piece without splitting characters.
    const { read, written } = new TextEncoder().encodeInto(text.slice(at, at + maxPiece), bytes);
    const failure = writePiece(descriptor, bytes.subarray(0, written));
    if (failure !== undefined) return isClosedPipe(failure) ? undefined : failure;
    at += read;
  }
  return undefined;
}

/** A report may have many megabytes, so it is not encoded as a whole. */
const maxPiece = 1024 * 1024;

/** Returns the code of the error that ended the stream. */
function writePiece(descriptor: number, piece: Uint8Array): string | undefined {
  let rest = piece;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const code = errorCode(error, 'unknown error');
      if (code !== 'EAGAIN') return code;
      // A full nonblocking pipe: waits for its reader.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
  return undefined;
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (!isUtf8(bytes)) throw usageError('standard input is not UTF-8');
  return bytes.toString('utf8');
}

function openChannel(): Channel {
  const { stdin, stdout } = process;
  return { input: stdin, output: stdout, close: () => void stdin.destroy(), isRunning: processExists };
}

async function ask(question: string, signal: AbortSignal): Promise<string | undefined> {
  const { createInterface } = await import('node:readline');
  if (signal.aborted) return undefined;
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  signal.addEventListener('abort', () => prompt.close(), { once: true });
  return new Promise((resolve) => {
    // Ctrl-C and Ctrl-D close the prompt without an answer.
    prompt.on('SIGINT', () => prompt.close());
    prompt.on('close', () => resolve(undefined));
    prompt.question(question, (answer) => {
      resolve(answer);
      prompt.close();
    });
  });
}
