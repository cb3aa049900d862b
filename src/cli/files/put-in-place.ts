import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { kill, pid } from 'node:process';

/**
 * Puts a new file instead of another in one step: a crash leaves what was there, or the whole of the new one. Its
 * temporary file has a name that no one else can mean: the process that writes it, and chance. Those of processes that
 * were killed are removed.
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
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

const swept = new Set<string>();

/** Once a run for each folder. That it cannot be done is not a reason not to write. */
function dropLeftovers(folder: string): void {
  if (swept.has(folder)) return;
  swept.add(folder);
  try {
    for (const name of readdirSync(folder)) {
      const writer = /\.(\d+)-[0-9a-f]{16}\.tmp$/.exec(name)?.[1];
      if (writer !== undefined && isGone(Number(writer))) rmSync(path.join(folder, name), { force: true });
    }
  } catch {
    // It cannot be read, or does not exist: writing will say so.
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
