import { chmodSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cannotWrite } from './disk-failure.ts';

/** Replaces a file of the workspace in one step: a crash leaves the old text or the new one, never half of it. */
export function replaceFile(root: string, file: string, text: string): void {
  const target = path.join(root, file);
  const temporary = `${target}.${Date.now().toString(36)}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: 'wx' });
    chmodSync(temporary, modeOf(target));
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
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
