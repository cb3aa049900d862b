import { isUtf8 } from 'node:buffer';
import { fstatSync, statSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { setFlagsFromString } from 'node:v8';
import { exitCodes, UserError } from './model/errors.ts';
import type { Channel, Clock, Io } from './model/io.ts';
import { processCache } from './process-cache.ts';

/** The real outside: the only place that reads `process`. `interruptedBy` is the exit code of a signal that came. */
export function processIo(): { readonly io: Io; readonly interruptedBy: () => number | undefined } {
  let abort: AbortController | undefined;
  let urgent: AbortController | undefined;
  let interrupted: number | undefined;
  const interrupt = (exitCode: number) => () => {
    // The second one means soon, and at once where nothing has to be kept; the third one means now.
    if (interrupted !== undefined && (urgent === undefined || urgent.signal.aborted)) process.exit(exitCode);
    if (interrupted !== undefined) urgent?.abort();
    interrupted ??= exitCode;
    abort?.abort();
  };
  const io: Io = {
    stdout: (text) => writeAll(1, text),
    stderr: (text) => writeAll(2, text),
    stdin: readStdin,
    env: process.env,
    cwd: process.cwd(),
    // Asked for late: what knows terminals costs a short run its start.
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
      return processCache();
    },
    spareMemory,
    openChannel,
    get ask() {
      return isTerminal(0) && isTerminal(2) && !process.env['CI'] ? ask : undefined;
    },
    get signal() {
      // Handlers are set when somebody can be interrupted in an orderly way; until then a signal ends the process.
      if (abort === undefined) {
        abort = new AbortController();
        process.on('SIGINT', interrupt(exitCodes.interrupted));
        process.on('SIGTERM', interrupt(exitCodes.terminated));
      }
      return abort.signal;
    },
    get urgent() {
      urgent ??= new AbortController();
      return urgent.signal;
    },
  };
  return { io, interruptedBy: () => interrupted };
}

/** Left alone, V8 lets garbage pile up to five times of what is in use. It reads both settings whenever it collects. */
function spareMemory(): void {
  setFlagsFromString('--heap-growing-percent=20');
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** A pipe, a file and /dev/null are none at first sight. */
function isTerminal(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    return stat.isCharacterDevice() && stat.rdev !== nullDevice() && isatty(descriptor);
  } catch {
    // A stream that was closed before we came.
    return false;
  }
}

function nullDevice(): number | undefined {
  return process.platform === 'win32' ? undefined : statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
}

const systemClock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** Written at once: nothing is lost when the process ends, and a closed pipe (`| head`) is no failure. */
function writeAll(descriptor: number, text: string): void {
  const bytes = new Uint8Array(Math.min(maxPiece, 3 * text.length));
  for (let at = 0; at < text.length;) {
    // What does not fit comes next, and no character is cut in two.
    const { read, written } = new TextEncoder().encodeInto(text.slice(at, at + maxPiece), bytes);
    if (!writePiece(descriptor, bytes.subarray(0, written))) return;
    at += read;
  }
}

/** A report may be many megabytes: its bytes need not all lie beside its text. */
const maxPiece = 1024 * 1024;

/** Whether there is somebody to write to. */
function writePiece(descriptor: number, piece: Uint8Array): boolean {
  let rest = piece;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EPIPE') return false;
      if (code !== 'EAGAIN') throw error;
      // A full pipe that does not block: wait for its reader.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
  return true;
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (!isUtf8(bytes)) throw new UserError(exitCodes.usage, 'standard input is not UTF-8');
  return bytes.toString('utf8');
}

function openChannel(): Channel {
  const { stdin, stdout } = process;
  return { input: stdin, output: stdout, close: () => void stdin.destroy(), isRunning };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await prompt.question(question);
  } finally {
    prompt.close();
  }
}
