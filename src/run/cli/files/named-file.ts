import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { diskWords, errorCode } from '../../../text/system/system-errors.ts';
import { UserError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';
import { exitCodes } from '../../../model/exit-codes.ts';

interface FileWords {
  /** Its name in messages: "the token file `x`". */
  readonly what?: string;
  readonly help?: string | undefined;
}

/** The UTF-8 text of a file named by the user. Throws `UserError` 64 if it cannot be read; never blocks. */
export function readNamedFile(
  io: Pick<Io, 'cwd'>,
  file: string,
  { what = `\`${file}\``, help }: FileWords = {},
): string {
  const read = readFromDisk(io, file, { what, help });
  if (typeof read === 'string') return read;
  throw new UserError(
    exitCodes.usage,
    `${what} cannot be read: it ${read.problem}`,
    withoutUndefined({ help }),
  );
}

/** Reads a document. Throws `UserError` 64 for an error of the disk. */
export function readFromDisk(
  io: Pick<Io, 'cwd'>,
  file: string,
  { what = `\`${file}\``, help }: FileWords = {},
): ReturnType<typeof readDocument> {
  try {
    return readDocument(io, file);
  } catch (cause) {
    throw new UserError(exitCodes.usage, `${what} cannot be read: ${diskWords(cause)}`, {
      cause,
      ...withoutUndefined({ help }),
    });
  }
}

/** Far above the size of a plan with a hundred thousand changes, or of a snapshot with as many objects. */
const largest = 512 * 1024 * 1024;
const chunkBytes = 1024 * 1024;

/** The text of a document named by the user. A problem is the end of a sentence; disk errors are thrown. */
export function readDocument({ cwd }: Pick<Io, 'cwd'>, file: string): string | { readonly problem: string } {
  // Without O_NONBLOCK, opening a pipe without a writer would block forever.
  const descriptor = openSync(path.resolve(cwd, file), constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    // Shells pass process substitutions as pipes; a device may never end.
    if (!stats.isFile() && !stats.isFIFO()) return { problem: 'is not a file' };
    const bytes =
      stats.size > largest ? undefined : readWhole(descriptor, stats.isFIFO() ? turnsForWriter : 0);
    if (bytes === undefined) return { problem: `is larger than ${largest / 1024 / 1024} MiB` };
    if (stats.isFIFO() && bytes.length === 0) return { problem: 'is a pipe that nothing writes to' };
    return isUtf8(bytes) ? bytes.toString('utf8') : { problem: 'is not UTF-8' };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Undefined if the content exceeds the limit: a file may grow while it is read, and a pipe has no size. `turns`: how
 * often an empty pipe is waited for.
 */
function readWhole(descriptor: number, turns: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  let total = 0;
  let turnsLeft = turns;
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const count = readPart(descriptor, chunk);
    if (count === 0) {
      // For a pipe: its writer has finished or not started yet.
      if (total > 0 || turnsLeft-- <= 0) return Buffer.concat(chunks, total);
      waitATurn();
    }
    total += count;
    if (total > largest) return undefined;
    chunks.push(chunk.subarray(0, count));
  }
}

/** Maximum wait for the writer of a pipe: 3 s. Without a limit, an unused pipe would block a job. */
const turnsForWriter = 600;

/** A pipe with a writer may have no data yet. */
function readPart(descriptor: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk, 0, chunk.length, null);
    } catch (error) {
      if (errorCode(error) !== 'EAGAIN') throw error;
      waitATurn();
    }
  }
}

function waitATurn(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}
