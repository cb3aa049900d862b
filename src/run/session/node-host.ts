import { execFile } from 'node:child_process';
import { readFile, readdir, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
// The lock identifies a process, so this module needs `process`, like the outermost layer.
import { pid, platform } from 'node:process';
import { promisify } from 'node:util';
import { unknown, type ProcessHost } from '../../text/system/run-process.ts';
import { processExists } from '../cli/process-exists.ts';

/** This process on this machine. */
export async function nodeHost(): Promise<ProcessHost> {
  return { pid, host: hostname(), boot: await bootId(), startOf };
}

async function bootId(): Promise<string> {
  try {
    if (platform === 'linux') {
      const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
      // Containers on one machine share its boot id but not its process numbers.
      return `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`;
    }
    return await output('sysctl', ['-n', 'kern.bootsessionuuid']);
  } catch {
    return unknown;
  }
}

async function startOf(wanted: number): Promise<string | undefined> {
  if (!processExists(wanted)) return undefined;
  try {
    if (platform !== 'linux') return await startBySystem(wanted);
    const stat = await readFile(`/proc/${wanted}/stat`, 'utf8');
    // The name, in brackets, may contain any characters; the start time is the 20th field after it (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' && (await hasOneThread(wanted))) return undefined;
    return fields[19] ?? unknown;
  } catch {
    return processExists(wanted) ? unknown : undefined;
  }
}

/**
 * A process that was killed stays in the table until its parent asks for its end: in a container whose first process
 * never asks, for good. It does nothing more once its other threads are gone, too.
 */
async function hasOneThread(wanted: number): Promise<boolean> {
  return (await readdir(`/proc/${wanted}/task`)).length === 1;
}

async function startBySystem(wanted: number): Promise<string | undefined> {
  const found = await output('ps', ['-o', 'stat=,lstart=', '-p', String(wanted)]);
  const [, state = '', start = unknown] = /^(\S+)\s+(.+)$/.exec(found) ?? [];
  return state.startsWith('Z') ? undefined : start;
}

async function output(command: string, args: string[]): Promise<string> {
  return (
    await promisify(execFile)(command, args, { env: { LC_ALL: 'C', PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } })
  ).stdout.trim();
}
