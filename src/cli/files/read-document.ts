import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import type { Io } from '../../model/io.ts';

/** Far above the plan of a hundred thousand changes, and the picture of as many objects. */
const largest = 512 * 1024 * 1024;
const chunkBytes = 1024 * 1024;

/** What a document that someone names is as text. A problem is the end of a sentence; the disk's are thrown. */
export function readDocument({ cwd }: Pick<Io, 'cwd'>, file: string): string | { readonly problem: string } {
  // Opening a pipe that no one writes to would wait for ever.
  const descriptor = openSync(path.resolve(cwd, file), constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    // A pipe is how a shell hands over what it has not declared; a device may never end.
    if (!stats.isFile() && !stats.isFIFO()) return { problem: 'is not a file' };
    const bytes = stats.size > largest ? undefined : readWhole(descriptor, stats.isFIFO());
    if (bytes === undefined) return { problem: `is larger than ${largest / 1024 / 1024} MiB` };
    if (stats.isFIFO() && bytes.length === 0) return { problem: 'is a pipe that nothing writes to' };
    return isUtf8(bytes) ? bytes.toString('utf8') : { problem: 'is not UTF-8' };
  } finally {
    closeSync(descriptor);
  }
}

/** Undefined: there is more than we take. A file may grow while it is read, and a pipe has no size. */
function readWhole(descriptor: number, isPipe: boolean): Buffer | undefined {
  const chunks: Buffer[] = [];
  let total = 0;
  let turnsLeft = isPipe ? turnsForWriter : 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const count = readPart(descriptor, chunk);
    if (count === 0) {
      // Of a pipe: its writer has ended, or has not come yet.
      if (total > 0 || turnsLeft-- <= 0) return Buffer.concat(chunks, total);
      waitATurn();
    }
    total += count;
    if (total > largest) return undefined;
    chunks.push(chunk.subarray(0, count));
  }
}

/** How long someone may take to write to a pipe: 3 s. Without a bound a pipe that was forgotten would hang a job. */
const turnsForWriter = 600;

/** A pipe with a writer may have nothing to say yet. */
function readPart(descriptor: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk, 0, chunk.length, null);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      waitATurn();
    }
  }
}

function waitATurn(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}
