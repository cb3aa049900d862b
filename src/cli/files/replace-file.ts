import { fchmodSync, lstatSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cannotWrite } from './disk-failure.ts';
import { putInPlace } from './put-in-place.ts';

/** Atomically replaces a file of the workspace: after a crash it has the old text or the new one. */
export function replaceFile(root: string, file: string, text: string): void {
  const target = path.join(root, file);
  try {
    const mode = modeOf(target);
    putInPlace(target, mode, (descriptor) => {
      writeFileSync(descriptor, text);
      // The umask restricts the mode of a new file, so it is set again.
      fchmodSync(descriptor, mode);
    });
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

function modeOf(file: string): number {
  try {
    return lstatSync(file).mode & 0o777;
  } catch {
    return 0o644;
  }
}
