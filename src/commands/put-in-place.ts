import { randomBytes } from 'node:crypto';
import { closeSync, openSync, renameSync, rmSync } from 'node:fs';

/**
 * Puts a new file in the place of another in one step: a crash leaves what was there, or the whole of the new one. Its
 * temporary file has a name that nobody else can mean, and only that file is ever removed.
 */
export function putInPlace(target: string, mode: number, write: (descriptor: number) => void): void {
  const temporary = `${target}.${randomBytes(8).toString('hex')}.tmp`;
  const descriptor = openSync(temporary, 'wx', mode);
  try {
    try {
      write(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
