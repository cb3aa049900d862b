import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import type { Io } from '../model/io.ts';

/** Far above the plan of a hundred thousand changes, and the picture of as many objects. */
const largest = 512 * 1024 * 1024;
const chunkBytes = 1024 * 1024;

/** What a document that somebody names is as text. A problem is the end of a sentence; the disk's are thrown. */
export function readDocument({ cwd }: Pick<Io, 'cwd'>, file: string): string | { readonly problem: string } {
  const descriptor = openSync(path.resolve(cwd, file), 'r');
  try {
    const stats = fstatSync(descriptor);
    // A pipe is how a shell hands over what it has not written down; a device may never end.
    if (!stats.isFile() && !stats.isFIFO()) return { problem: 'is no file' };
    const bytes = stats.size > largest ? undefined : readWhole(descriptor);
    if (bytes === undefined) return { problem: `is larger than ${largest / 1024 / 1024} MiB` };
    return isUtf8(bytes) ? bytes.toString('utf8') : { problem: 'is not UTF-8' };
  } finally {
    closeSync(descriptor);
  }
}

/** Undefined: there is more than we take. A file may grow while it is read, and a pipe has no size. */
function readWhole(descriptor: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const count = readSync(descriptor, chunk, 0, chunkBytes, null);
    if (count === 0) return Buffer.concat(chunks, total);
    total += count;
    if (total > largest) return undefined;
    chunks.push(chunk.subarray(0, count));
  }
}
