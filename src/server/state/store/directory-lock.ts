/**
 * One server a directory. The lock is a file whose name says who holds it (process, its start, the boot), so that it is
 * complete the moment it exists. Anyone who wants the directory makes its own file first and looks for others after: of
 * two that come at once at least one sees the other and withdraws. A file of a process that is gone is swept away.
 */
import { readFileSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { kill, pid as ownPid } from 'node:process';
import { exitCodes, UserError } from '../../../model/errors.ts';

interface Holder {
  readonly pid: number;
  /** When the process started, in the kernel's own count; `0` where the system does not tell. */
  readonly start: string;
  readonly boot: string;
}

const namePattern = /^lock-(\d+)-(\d+)-([0-9a-f]+)$/;

/** Takes the directory, or throws with who has it. The result lets go of it. */
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
    // Someone else's process may not be signalled, but it is there.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return startOf(pid) === start;
}

function held(pid: number, name: string): UserError {
  return new UserError(exitCodes.unsafe, `another local API uses this folder (process ${pid})`, {
    help: `stop it, or choose another folder; if there is no such process, delete \`${name}\` in the folder`,
  });
}

/** Field 22 of /proc/<pid>/stat, counted after the command's closing parenthesis (proc(5)). */
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
