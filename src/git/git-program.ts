import { existsSync } from 'node:fs';
import { platform } from 'node:os';
import path from 'node:path';

interface System {
  readonly system?: NodeJS.Platform;
  readonly isThere?: (file: string) => boolean;
}

/**
 * The program to start as git. Windows looks for a bare name in the current folder first, and that is the folder of the
 * repository: there it is looked up in the absolute folders of the PATH.
 */
export function gitProgram(
  env: Readonly<Record<string, string | undefined>>,
  { system = platform(), isThere = existsSync }: System = {},
): string {
  if (system !== 'win32') return 'git';
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(';').filter((each) => path.win32.isAbsolute(each));
  const found = folders.map((folder) => path.win32.join(folder, 'git.exe')).find(isThere);
  // A name that no folder has: the error says that git is not installed.
  return found ?? 'git-is-not-in-the-path.exe';
}
