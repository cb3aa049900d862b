/** The command line as it is shipped, as a process of its own: the bundle of this clone, or the installed package. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { installPackage, repository } from '../package/installed.ts';

export interface Program {
  readonly name: string;
  /** What Node runs. */
  readonly entry: string;
  readonly remove: () => void;
}

export const bundle: Program = {
  name: 'bundle',
  entry: path.join(repository, 'bin/edgewright.js'),
  remove: () => undefined,
};

/** Packed, and installed offline. */
export function tarball(): Program {
  const { folder, remove } = installPackage();
  return {
    name: 'tarball',
    entry: path.join(folder, 'node_modules/edgewright/bin/edgewright.js'),
    remove,
  };
}

export interface Ended {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Without any variable of this process but PATH. */
export function begin(
  program: Program,
  folder: string,
  args: readonly string[],
  env: Variables = {},
): ChildProcess {
  return spawn(process.execPath, [program.entry, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
    stdio: 'pipe',
  });
}

export async function ended(child: ChildProcess): Promise<Ended> {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => (texts[name] += text));
  const exit = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { exit, ...texts };
}

export function runProgram(
  program: Program,
  folder: string,
  args: readonly string[],
  env: Variables = {},
): Promise<Ended> {
  return ended(begin(program, folder, args, env));
}

/** Runs `edgewright serve` until it is stopped. */
export async function serving(
  program: Program,
  folder: string,
  token: string,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const child = begin(program, folder, ['serve', '--port', '0', '--token', token]);
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const [, found] = /listening on (\S+)/.exec((said += text)) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.on('close', () => reject(new Error(`serve has ended: ${said}`)));
  });
  return {
    url,
    close: async () => {
      const isOver = once(child, 'close');
      child.kill('SIGTERM');
      await isOver;
    },
  };
}
