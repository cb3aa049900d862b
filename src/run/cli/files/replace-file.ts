import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { platform } from 'node:os';
import path from 'node:path';
import { pid } from 'node:process';
import { processExists } from '../process-exists.ts';
import { cannotWrite } from './cannot-write.ts';
import { heldOpenWaits, isHeldOpen } from '../../../text/system/system-errors.ts';

const swept = new Set<string>();

/** Atomically replaces a file of the workspace, or makes it: after a crash it has the old text or the new one. */
export function replaceFile(root: string, file: string, text: string): void {
  const target = path.join(root, file);
  try {
    mkdirSync(path.dirname(target), { recursive: true });
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

/** Runs once for each folder. A failure does not prevent the write. */
function dropLeftovers(folder: string): void {
  if (swept.has(folder)) return;
  swept.add(folder);
  try {
    for (const name of readdirSync(folder)) {
      const writer = /\.(\d+)-[0-9a-f]{16}\.tmp$/.exec(name)?.[1];
      if (writer !== undefined && !processExists(Number(writer)))
        rmSync(path.join(folder, name), { force: true });
    }
  } catch {
    // The folder is unreadable or missing, which the write will report.
  }
}

/** The system, which tests replace. */
interface System {
  readonly system?: string;
  readonly renameFile?: (from: string, to: string) => void;
  readonly wait?: (milliseconds: number) => void;
}

/** Replaces any file at `to`. Windows refuses while another program has it open, so there it is tried again. */
export function renameOverSync(
  from: string,
  to: string,
  { system = platform(), renameFile = renameSync, wait = sleepSync }: System = {},
): void {
  for (const milliseconds of heldOpenWaits) {
    try {
      renameFile(from, to);
      return;
    } catch (error) {
      if (!isHeldOpen(error, system)) throw error;
      wait(milliseconds);
    }
  }
  renameFile(from, to);
}

function sleepSync(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
