import { closeSync, fsyncSync, lstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { exitCodes, UserError } from '../model/errors.ts';
import type { Io } from '../model/io.ts';
import { cannotWrite } from './disk-failure.ts';
import { refuseLinkedResult } from './write-result.ts';

/** Writes a file that this user alone may read, in one step: a crash leaves what was there, or the whole of it. */
export function writePrivateFile(io: Io, file: string, text: string): void {
  refuseLinkedResult(io, file);
  const target = path.resolve(io.cwd, file);
  refuseDevice(file, target);
  const temporary = `${target}.${io.clock.now().getTime().toString(36)}.tmp`;
  try {
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      writeAll(descriptor, Buffer.from(text));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw cannotWrite(file, error);
  }
}

/** What is no file would be replaced by one: for root even `/dev/null`, for every process of the machine. */
function refuseDevice(file: string, target: string): void {
  const stats = lstatSync(target, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile()) return;
  throw new UserError(exitCodes.usage, `\`${file}\` is no file that can be replaced`, {
    help: 'name a new file. Nothing was written',
  });
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let rest = bytes; rest.length > 0;) rest = rest.subarray(writeSync(descriptor, rest));
}
