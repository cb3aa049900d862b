import { fsyncSync, lstatSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exitCodes, UserError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import { cannotWrite } from './disk-failure.ts';
import { putInPlace } from './replace-file.ts';
import { refuseTarget } from './refuse-target.ts';

/**
 * Atomically writes a file that only this user may read: after a crash it has the old content or all of the new one.
 */
export function writePrivateFile(io: Io, file: string, text: string): void {
  refuseTarget(io, file);
  const target = path.resolve(io.cwd, file);
  refuseDevice(file, target);
  try {
    putInPlace(target, 0o600, (descriptor) => {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    });
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

/** Refuses to replace a device: as root this would replace even `/dev/null`, for every process of the machine. */
function refuseDevice(file: string, target: string): void {
  const stats = lstatSync(target, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile()) return;
  throw new UserError(exitCodes.usage, `\`${file}\` is not a file that can be replaced`, {
    help: 'name a new file. Nothing was written',
  });
}
