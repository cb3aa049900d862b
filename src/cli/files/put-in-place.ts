import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { kill, pid } from 'node:process';
import { renameOverSync } from './rename-over.ts';

/**
 * Atomically replaces a file: after a crash it has the old content or all of the new one. The temporary file has a
 * unique name, of the process id and random digits; those of killed processes are removed.
 */
export function putInPlace(target: string, mode: number, write: (descriptor: number) => void): void {
  dropLeftovers(path.dirname(target));
  const temporary = `${target}.${pid}-${randomBytes(8).toString('hex')}.tmp`;
  const descriptor = openSync(temporary, 'wx', mode);
  try {
    try {
      write(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameOverSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

const swept = new Set<string>();

/** Runs once for each folder. A failure does not prevent the write. */
function dropLeftovers(folder: string): void {
  if (swept.has(folder)) return;
  swept.add(folder);
  try {
    for (const name of readdirSync(folder)) {
      const writer = /\.(\d+)-[0-9a-f]{16}\.tmp$/.exec(name)?.[1];
      if (writer !== undefined && isGone(Number(writer))) rmSync(path.join(folder, name), { force: true });
    }
  } catch {
    // The folder is unreadable or missing, which the write will report.
  }
}

function isGone(process: number): boolean {
  try {
    kill(process, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
