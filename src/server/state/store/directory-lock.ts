/**
 * Allows one server for each directory. The lock is a file whose name identifies its holder (process, its start, the
 * boot), so that it is complete once it exists. A process first creates its own file and then looks for others: of two
 * simultaneous ones, at least one sees the other and withdraws. Files of ended processes are removed.
 */
import { readFileSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { kill, pid as ownPid } from 'node:process';
import { exitCodes, UserError } from '../../../model/errors.ts';

interface Holder {
  readonly pid: number;
  /** The start time of the process in kernel ticks; `0` if the system does not provide it. */
  readonly start: string;
  readonly boot: string;
}

const namePattern = /^lock-(\d+)-(\d+)-([0-9a-f]+)$/;

/** Locks the directory, or throws an error that names the holder. The result releases the lock. */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const own = nameOf({ pid: ownPid, start: startOf(ownPid), boot: bootId() });
  try {
    await (await open(path.join(directory, own), 'wx', 0o600)).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw held(ownPid, own);
  }
  const unlock = (): Promise<void> => rm(path.join(directory, own), { force: true });
  for (const name of await readdir(directory)) {
    const holder = name === own ? undefined : holderIn(name);
    if (holder === undefined) continue;
    if (isAlive(holder)) {
      await unlock();
      throw held(holder.pid, name);
    }
    await rm(path.join(directory, name), { force: true });
  }
  return unlock;
}

function nameOf({ pid, start, boot }: Holder): string {
  return `lock-${pid}-${start}-${boot}`;
}

function holderIn(name: string): Holder | undefined {
  const [, pid, start, boot] = namePattern.exec(name) ?? [];
  return pid === undefined || start === undefined || boot === undefined
    ? undefined
    : { pid: Number(pid), start, boot };
}

function isAlive({ pid, start, boot }: Holder): boolean {
  if (boot !== bootId()) return false;
  try {
    kill(pid, 0);
  } catch (error) {
    // A process of another user cannot be signaled, but it exists.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return startOf(pid) === start;
}

function held(pid: number, name: string): UserError {
  return new UserError(exitCodes.unsafe, `another local API uses this folder (process ${pid})`, {
    help: `stop it, or choose another folder; if there is no such process, delete \`${name}\` in the folder`,
  });
}

/** Field 22 of /proc/<pid>/stat, counted from the command's closing parenthesis (proc(5)). */
function startOf(pid: number): string {
  const stat = textOf(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
}

function bootId(): string {
  return textOf('/proc/sys/kernel/random/boot_id')?.replaceAll(/[^0-9a-f]/g, '') ?? '0';
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
