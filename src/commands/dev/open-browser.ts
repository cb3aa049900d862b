import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import type { Io } from '../../model/io.ts';

const programs: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a URL in the browser of the user; a note says so where there is none. */
export function openBrowser({ stderr }: Io, url: string): Promise<void> {
  const [program, ...args] = programs[platform()] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const started = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
    started.once('spawn', () => {
      started.unref();
      resolve();
    });
    started.once('error', () => {
      stderr(`note: no browser was opened, because \`${program}\` cannot be run; open the address above\n`);
      resolve();
    });
  });
}
